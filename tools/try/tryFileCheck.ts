import type { Hands } from '../editor/hands.ts';
import { step } from './step.ts';

/** Tries the file that is in front on rows of the data that its launch names. */
export async function tryFileCheck(hands: Hands): Promise<void> {
  await step('the reward function is tried on rows of the data of its launch', async () => {
    await hands.commandWhenThere('OpenRLHF: Try Reward Function or Agent');
    await hands.list('Which samples?');
    await hands.choose('train_ppo.sh');
    const end = Date.now() + 60_000;
    let text = await hands.editorText();
    while (!/^[✔✖] \d+ samples/m.test(text) && Date.now() < end) {
      await new Promise((resolve) => setTimeout(resolve, 250));
      // The last line says how it went.
      if (text.includes('Sample 1')) await hands.press('Control+End');
      text = await hands.editorText();
    }
    if (!/^✔ [1-9]\d* samples/m.test(text)) throw new Error(`the trial does not end well:\n${text}`);
  });
}
