/** What `npm run try` tells a person. */
export const whatToTry = `Try:
  - mistakes.sh: every squiggle has a quick fix (Ctrl+. on it)
  - train_ppo.sh: rest the mouse on a flag or on 'group_norm'; type -- on a new line of an array
  - train_ppo.sh: “Launch on Ray” above the launch, once the local Ray is up; it checks, shows all and asks before it sends
  - the status bar names the OpenRLHF release that the script is judged by, and why`;
