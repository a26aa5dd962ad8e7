import { ensureInstalled } from "./install.mjs";
import { createProcessGroup, sandboxProcessOptions, sandboxUrl, serverProcessOptions } from "./process-group.mjs";
import { readSettings } from "./settings.mjs";
import { bold, dim, followSteps, main, print } from "./terminal.mjs";
import { ensureWebBuilt } from "./web-build.mjs";

const DEMO_ACCOUNTS = [
  ["Noorderlicht Sales B.V.", "gebruiker, accountmanager, bedrijfsadmin, superadmin"],
  ["Zuiderzee Consulting B.V.", "gebruiker2, accountmanager2, bedrijfsadmin2"],
];

function printWelcome({ url, showDemoAccounts, servicesUrl }) {
  print();
  if (url) print(`  ${bold("Ultimate Sales Agent")} staat klaar op ${bold(url.replace(/\/$/, ""))}`);
  else print(`  ${bold("Ultimate Sales Agent")} werkt op de achtergrond.`);
  if (showDemoAccounts) {
    print();
    print(`  Demo-accounts, wachtwoord ${bold("welkom123")}:`);
    for (const [company, names] of DEMO_ACCOUNTS) print(`    ${company.padEnd(27)}${names}`);
  }
  if (servicesUrl) {
    print();
    print(`  Verstuurde e-mail lees je op ${servicesUrl}/inbox`);
    print(`  Een Airtable-base en token voor een nieuw bedrijf maak je op ${servicesUrl}/airtable-new`);
  }
  print();
  print(dim("  Stoppen: Ctrl+C"));
  print();
}

const processes = createProcessGroup();

await main(async () => {
  const settings = await readSettings();
  try {
    await ensureInstalled();
    await ensureWebBuilt();
    await settings.releasePorts();
  } catch (error) {
    if (processes.isStopping()) return 130;
    throw error;
  }
  return processes.isStopping() ? 0 : launch(settings);
});

async function launch(settings) {
  const { production, sandbox } = settings;
  if (sandbox?.startHere && !(await processes.start(sandboxProcessOptions(sandbox)).ready))
    return processes.waitUntilStopped();
  const steps = followSteps();
  const message = await processes.start({ ...serverProcessOptions(settings), onStep: steps.begin }).ready;
  steps.end(message !== undefined);
  if (message && !processes.isStopping()) {
    printWelcome({
      url: message.url,
      showDemoAccounts: !production,
      servicesUrl: sandbox && sandboxUrl(sandbox),
    });
  }
  return processes.waitUntilStopped();
}
