import { ensureInstalled } from "./launch/install.mjs";
import { findNode, root, toolEnvironment } from "./launch/paths.mjs";
import { run } from "./launch/processes.mjs";
import { main } from "./launch/terminal.mjs";
import { ensureWebBuilt } from "./launch/web-build.mjs";
import { ensureChromium } from "./test-run/chromium.mjs";

const [measurement = "", ...options] = process.argv.slice(2);

await main(async () => {
  await ensureInstalled();
  await ensureWebBuilt();
  const browser = measurement.startsWith("bench/web") ? { CHROMIUM_PATH: await ensureChromium() } : {};
  const { code } = await run(findNode(), [measurement, ...options], {
    cwd: root,
    env: { ...toolEnvironment(), ...browser },
    stdio: "inherit",
  });
  return code;
});
