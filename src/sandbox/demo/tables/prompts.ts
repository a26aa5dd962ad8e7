import { addRecord } from "../add-record.ts";
import { fill } from "../fill.ts";
import { PROMPTS } from "../texts/prompts.ts";
import { type DemoWorld, idFor } from "../world.ts";

export function addPrompts(world: DemoWorld): void {
  const { base, calendar, company } = world;
  const managers = Object.keys(company.accountManagers);
  for (const [index, { name, text }] of PROMPTS.slice(0, company.prompts).entries()) {
    const accountManager = managers[index % managers.length] ?? "";
    const createdAt = calendar.at(-200 + index * 9, 10);
    addRecord(base, "Prompts", {
      id: idFor(world, "rec"),
      createdAt,
      modifiedAt: calendar.at(-30 + index, 11),
      fields: {
        Name: name,
        "Account Manager": accountManager,
        Prompt: fill(text, { am: accountManager, bedrijf: base.company }),
      },
    });
  }
}
