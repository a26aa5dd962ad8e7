import { ensureInstalled } from "./launch/install.mjs";
import { readSettings } from "./launch/settings.mjs";
import { sandboxPart, sandboxUrl, serverPart, supervise } from "./launch/supervisor.mjs";
import { bold, dim, followSteps, main, say } from "./launch/terminal.mjs";
import { ensureWebBuilt } from "./launch/web-build.mjs";

const DEMO = [
  ["Noorderlicht Sales B.V.", "gebruiker, accountmanager, bedrijfsadmin, superadmin"],
  ["Zuiderzee Consulting B.V.", "gebruiker2, accountmanager2, bedrijfsadmin2"],
];

/** What somebody needs to begin: where it is, with which accounts, and where the mail goes. */
export function welcome({ url, accounts, inbox }) {
  say();
  if (url) say(`  ${bold("Ultimate Sales Agent")} staat klaar op ${bold(url.replace(/\/$/, ""))}`);
  else say(`  ${bold("Ultimate Sales Agent")} werkt op de achtergrond.`);
  if (accounts) {
    say();
    say(`  Demo-accounts, wachtwoord ${bold("welkom123")}:`);
    for (const [company, names] of DEMO) say(`    ${company.padEnd(27)}${names}`);
  }
  if (inbox) {
    say();
    say(`  Verzonden e-mail lees je op ${inbox}`);
  }
  say();
  say(dim("  Stoppen: Ctrl+C"));
  say();
}

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
