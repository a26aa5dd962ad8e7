import { ensureInstalled } from "./launch/install.mjs";
import { sandboxPart, sandboxUrl, serverPart } from "./launch/product.mjs";
import { readSettings } from "./launch/settings.mjs";
import { supervise } from "./launch/supervisor.mjs";
import { followSteps, main } from "./launch/terminal.mjs";
import { ensureWebBuilt } from "./launch/web-build.mjs";
import { welcome } from "./launch/welcome.mjs";

const supervisor = supervise();

await main(async () => {
  const settings = await readSettings();
  try {
    await ensureInstalled();
    await ensureWebBuilt();
  } catch (error) {
    if (supervisor.isStopping()) return 130;
    throw error;
  }
  return supervisor.isStopping() ? 0 : launch(settings);
});

async function launch(settings) {
  const { production, sandbox } = settings;
  if (sandbox?.runs && !(await supervisor.start(sandboxPart(sandbox)).ready)) return supervisor.untilStopped();
  const steps = followSteps();
  const message = await supervisor.start({ ...serverPart(settings), onStep: steps.begin }).ready;
  steps.end(message !== undefined);
  if (message && !supervisor.isStopping()) {
    welcome({
      url: message.url,
      accounts: !production && message.accounts !== false,
      inbox: sandbox && `${sandboxUrl(sandbox)}/inbox`,
    });
  }
  return supervisor.untilStopped();
}
