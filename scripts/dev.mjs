import { ensureInstalled } from "./launch/install.mjs";
import { createProcessGroup, sandboxProcessOptions, serverProcessOptions } from "./launch/process-group.mjs";
import { readSettings } from "./launch/settings.mjs";
import { main } from "./launch/terminal.mjs";

const processes = createProcessGroup();

/** Development: the server restarts and the screens reload with every change. */
await main(async () => {
  const settings = await readSettings();
  await ensureInstalled();
  await settings.releasePorts();
  const sandbox = settings.sandbox?.startHere ? processes.start(sandboxProcessOptions(settings.sandbox)) : undefined;
  if (sandbox && !(await sandbox.ready)) return processes.waitUntilStopped();
  processes.start(serverProcessOptions(settings, ["--watch", "--watch-preserve-output"]));
  processes.start({
    name: "Vite",
    args: ["node_modules/vite/bin/vite.js", "--clearScreen", "false"],
    env: { PORT: String(settings.port) },
  });
  return processes.waitUntilStopped();
});
