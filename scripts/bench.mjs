import { ensureInstalled } from "./launch/install.mjs";
import { findNode, root, toolEnvironment } from "./launch/paths.mjs";
import { run } from "./launch/processes.mjs";
import { main } from "./launch/terminal.mjs";
import { ensureWebBuilt } from "./launch/web-build.mjs";
import { ensureChromium } from "./test-run/chromium.mjs";

const args = process.argv.slice(2);

await main(async () => {
  await ensureInstalled();
  await ensureWebBuilt();
  const browserEnv = args[0] === "web" ? { CHROMIUM_PATH: await ensureChromium() } : {};
  const { code } = await run(findNode(), ["bench/bench.ts", ...args], {
    cwd: root,
    env: { ...toolEnvironment(), ...browserEnv },
    stdio: "inherit",
  });
  return code;
});
