import { bold, dim, say } from "./terminal.mjs";

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
