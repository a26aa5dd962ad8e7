import { ensureInstalled } from "./launch/install.mjs";
import { findNode, root, toolEnvironment } from "./launch/paths.mjs";
import { run } from "./launch/processes.mjs";
import { main } from "./launch/terminal.mjs";
import { ensureWebBuilt } from "./launch/web-build.mjs";
import { ensureChromium } from "./test-run/chromium.mjs";

await main(async () => {
  await ensureInstalled();
  await ensureWebBuilt();
  const env = { ...toolEnvironment(), CHROMIUM_PATH: await ensureChromium() };
  const { code } = await run(findNode(), ["bench/web/main.ts", ...process.argv.slice(2)], {
    cwd: root,
    env,
    stdio: "inherit",
  });
  return code;
});
