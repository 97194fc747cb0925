import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import * as z from 'zod/mini';

const Request = z.object({
  model: z.string(),
  messages: z.array(z.object({ role: z.string(), content: z.string() })),
});

/** What a language model says to the last message; a number is the status of an answer without one. */
export type Says = (message: string) => string | number;

/** A pretend language model behind the OpenAI interface, for faults that a real one does not have on demand. */
export async function startJudge(says: Says): Promise<{ readonly url: string; readonly close: () => void }> {
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      const { model, messages } = Request.parse(body);
      const said = request.url === '/v1/chat/completions' ? says(messages.at(-1)?.content ?? '') : 404;
      response.writeHead(typeof said === 'number' ? said : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ model, choices: [{ index: 0, message: { role: 'assistant', content: said } }] }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
