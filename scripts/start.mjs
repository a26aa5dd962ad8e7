import { ensureInstalled } from "./launch/install.mjs";
import { readSettings } from "./launch/settings.mjs";
import { sandboxProcess, sandboxUrl, serverProcess, supervise } from "./launch/supervisor.mjs";
import { bold, dim, followSteps, main, print } from "./launch/terminal.mjs";
import { ensureWebBuilt } from "./launch/web-build.mjs";

const DEMO = [
  ["Noorderlicht Sales B.V.", "gebruiker, accountmanager, bedrijfsadmin, superadmin"],
  ["Zuiderzee Consulting B.V.", "gebruiker2, accountmanager2, bedrijfsadmin2"],
];

/** The address, the demo accounts and the inbox. */
export function printWelcome({ url, accounts, inbox }) {
  print();
  if (url) print(`  ${bold("Ultimate Sales Agent")} staat klaar op ${bold(url.replace(/\/$/, ""))}`);
  else print(`  ${bold("Ultimate Sales Agent")} werkt op de achtergrond.`);
  if (accounts) {
    print();
    print(`  Demo-accounts, wachtwoord ${bold("welkom123")}:`);
    for (const [company, names] of DEMO) print(`    ${company.padEnd(27)}${names}`);
  }
  if (inbox) {
    print();
    print(`  Verzonden e-mail lees je op ${inbox}`);
  }
  print();
  print(dim("  Stoppen: Ctrl+C"));
  print();
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
  if (sandbox?.runs && !(await supervisor.start(sandboxProcess(sandbox)).ready)) return supervisor.waitUntilStopped();
  const steps = followSteps();
  const message = await supervisor.start({ ...serverProcess(settings), onStep: steps.begin }).ready;
  steps.end(message !== undefined);
  if (message && !supervisor.isStopping()) {
    printWelcome({
      url: message.url,
      accounts: !production && message.accounts !== false,
      inbox: sandbox && `${sandboxUrl(sandbox)}/inbox`,
    });
  }
  return supervisor.waitUntilStopped();
}
