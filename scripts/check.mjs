import { formatCheck, runChecks } from "./checks.mjs";
import { main, print } from "./launch/terminal.mjs";

await main(async () => {
  let failed = 0;
  await runChecks((check) => {
    if (!check.passed) failed++;
    print(formatCheck(check));
  }, process.argv.slice(2));
  return failed > 0 ? 1 : 0;
});
