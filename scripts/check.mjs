import { checkLine, runChecks } from "./checks.mjs";

import { main, say } from "./launch/terminal.mjs";

await main(async () => {
  let failed = 0;
  await runChecks((check) => {
    if (!check.passed) failed++;
    say(checkLine(check));
  });
  return failed > 0 ? 1 : 0;
});
