import { ensureInstalled } from "./launch/install.mjs";
import { readSettings } from "./launch/settings.mjs";
import { sandboxProcess, serverProcess, supervise } from "./launch/supervisor.mjs";
import { main } from "./launch/terminal.mjs";

const supervisor = supervise();

/** Development: the server restarts and the screens reload with every change. */
await main(async () => {
  const settings = await readSettings();
  await ensureInstalled();
  const sandbox = settings.sandbox?.runs ? supervisor.start(sandboxProcess(settings.sandbox)) : undefined;
  if (sandbox && !(await sandbox.ready)) return supervisor.waitUntilStopped();
  supervisor.start(serverProcess(settings, ["--watch", "--watch-preserve-output"]));
  supervisor.start({
    name: "Vite",
    args: ["node_modules/vite/bin/vite.js", "--clearScreen", "false"],
    env: { PORT: String(settings.port) },
  });
  return supervisor.waitUntilStopped();
});
