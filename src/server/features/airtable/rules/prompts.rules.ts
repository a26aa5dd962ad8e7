import { deletePrompts, insertPromptVersions } from "./rules.queries.ts";
import { changed, type TableRules } from "./table-rules.ts";

export const promptRules: TableRules = {
  columns: { version: 1 },
  derive: (change) => (changed(change, "prompt") ? { version: Number(change.before?.["version"]) + 1 } : {}),
  follow: async (scope, changes) => {
    const replaced = changes.filter((change) => changed(change, "prompt"));
    if (replaced.length > 0) await insertPromptVersions(scope, replaced);
  },
  remove: deletePrompts,
};
