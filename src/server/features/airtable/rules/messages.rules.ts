import { cancelMessages, insertMessageVersions } from "./rules.queries.ts";
import { changed, type RowChange, type TableRules } from "./table-rules.ts";

const derive = (change: RowChange): Record<string, unknown> => {
  const { before, after, at } = change;
  const isNewText = changed(change, "content");
  const isSent = after["status"] === "sent" && (after["sent_at"] ?? null) === null;
  return {
    ...(isSent ? { sent_at: at } : {}),
    ...(isNewText ? { content_version: Number(before?.["content_version"]) + 1, regenerating: false } : {}),
    ...(isNewText || changed(change, "status") ? { changed_by: "Airtable", changed_at: at } : {}),
  };
};

export const messageRules: TableRules = {
  columns: {
    content_version: 1,
    regenerating: false,
    requested_version: null,
    changed_by: null,
    changed_at: null,
    sent_at: null,
  },
  // A new text was asked for, and somebody has edited the old one since: that edit is not in what now comes.
  stance: ({ regenerating, requested_version, content_version }, field) => {
    const isEditedSince = requested_version !== null && Number(content_version) > Number(requested_version);
    return field === "content" && regenerating === true && isEditedSince ? "newer" : undefined;
  },
  derive,
  follow: async (scope, changes) => {
    const replaced = changes.filter((change) => changed(change, "content"));
    if (replaced.length > 0) await insertMessageVersions(scope, replaced);
  },
  remove: cancelMessages,
};
