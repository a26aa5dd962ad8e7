import { SYNCED_TABLES, type SyncedTable } from "#contract/synced-tables.ts";
import { FIELD_ALIASES, OPTION_ALIASES, TABLE_ALIASES } from "./aliases.ts";
import type { BaseSchema, SchemaField, SchemaTable } from "./base-schema.ts";
import { isConvertible } from "./conversions.ts";
import type { FieldKind } from "./field-kinds.ts";
import { APP_ID, type FieldMapping, LAST_MODIFIED, mappedFields, tableMapping } from "./mapping.ts";
import type { FieldRule, TableRule } from "./rules.ts";

/** Some values of each field of the base, by field id. */
export type Samples = Readonly<Record<string, readonly unknown[]>>;

/** The fields that a company can map, with those that every table has. */
export const assignableFields = (table: SyncedTable): [string, FieldMapping][] => [
  ...mappedFields(table).filter(([, { sameFieldAs }]) => !sameFieldAs),
  ["app_id", APP_ID],
  ["last_modified", LAST_MODIFIED],
];

/** Without case, accents and punctuation. */
const normalise = (name: string): string =>
  name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

const SCORES = { ourName: 100, alias: 80, contains: 45 };

const scoreName = (name: string, ourName: string, aliases: readonly string[]): number => {
  const theirs = normalise(name);
  if (theirs === normalise(ourName)) return SCORES.ourName;
  if (aliases.includes(theirs)) return SCORES.alias;
  const words = ` ${theirs} `;
  const isPart = [normalise(ourName), ...aliases].some((alias) => alias.length > 3 && words.includes(` ${alias} `));
  return isPart ? SCORES.contains : 0;
};

const shareOf = (samples: readonly unknown[], holds: (text: string) => boolean): number =>
  samples.length === 0 ? 0 : samples.filter((sample) => holds(String(sample))).length / samples.length;

/** Values by which a field is recognised even when its name says nothing. */
const VALUE_PATTERNS: Readonly<Record<string, RegExp>> = {
  email: /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
  linkedin_url: /linkedin\.com\/(in|sales|pub)\//i,
  phone: /^\+?[\d\s().-]{8,}$/,
  hubspot_url: /hubspot\.com/i,
};
const PATTERN_SCORE = 60;
const OPTIONS_SCORE = 40;
const TYPE_SCORE = 5;

const choicesOf = (field: SchemaField): string[] => field.options?.choices?.map(({ name }) => name) ?? [];

/** How well a field of the base fits one of ours; 0 when its type does not. */
const scoreField = (
  table: SyncedTable,
  name: string,
  map: FieldMapping,
  field: SchemaField,
  samples: readonly unknown[],
): number => {
  if (!isConvertible(map, field.type)) return 0;
  const pattern = VALUE_PATTERNS[name];
  const byName = scoreName(field.name, map.airtableName, FIELD_ALIASES[table]?.[name] ?? []);
  const byValues = pattern ? PATTERN_SCORE * shareOf(samples, (text) => pattern.test(text)) : 0;
  const [proposed, choices] = [Object.keys(proposeOptions(map.kind, choicesOf(field))), choicesOf(field)];
  const byOptions = proposed.length > 0 ? (OPTIONS_SCORE * proposed.length) / choices.length : 0;
  // One known choice proves little. A list of which we know every choice is recognised whatever its name.
  const areAllKnown = proposed.length > 1 && proposed.length === choices.length;
  const total = byName + byValues + (byName > 0 || areAllKnown ? byOptions : 0);
  const isSameType = map.kind.readableTypes.includes(field.type);
  return total > 0 && isSameType ? total + TYPE_SCORE : total;
};

const findOurValue = (values: readonly string[], kind: FieldKind, choice: string): string | undefined => {
  const direct = kind.fromCell(choice);
  if (typeof direct === "string" && values.includes(direct)) return direct;
  const theirs = normalise(choice.split("|", 1)[0] ?? "");
  return values.find((value) => normalise(value) === theirs || OPTION_ALIASES[value]?.includes(theirs));
};

/** Our values for the choices of theirs that we recognise. */
export const proposeOptions = (kind: FieldKind, choices: readonly string[]): Record<string, string> => {
  const { values } = kind;
  if (kind.name !== "select" || !values) return {};
  return Object.fromEntries(
    choices.flatMap((choice) => {
      const ours = findOurValue(values, kind, choice);
      return ours === undefined ? [] : [[choice, ours]];
    }),
  );
};

const COMMON_SCALES = [5, 10, 100];

/** Their highest score, by the type of the field and its values. */
export const proposeScale = (kind: FieldKind, field: SchemaField, samples: readonly unknown[]): number | undefined => {
  if (kind.name !== "rating") return undefined;
  if (field.type === "percent") return 1;
  if (field.type === "rating") return field.options?.max ?? 5;
  const highest = Math.max(0, ...samples.map((sample) => Number.parseFloat(String(sample))).filter(Number.isFinite));
  return highest > 10 ? (COMMON_SCALES.find((scale) => scale >= highest) ?? 100) : 10;
};

const ruleFor = ({ kind }: FieldMapping, field: SchemaField, samples: readonly unknown[]): FieldRule => {
  const options = proposeOptions(kind, choicesOf(field));
  const scale = proposeScale(kind, field, samples);
  return {
    fieldId: field.id,
    ...(Object.keys(options).length > 0 && { options }),
    ...(scale !== undefined && { scale }),
  };
};

const MIN_SCORE = 40;

/** The best pairs first; each of their fields is proposed once. */
export const proposeFields = (
  table: SyncedTable,
  remote: SchemaTable,
  samples: Samples,
  linkTargets: Readonly<Partial<Record<SyncedTable, string>>> = {},
): Record<string, FieldRule> => {
  const pairs = assignableFields(table).flatMap(([name, map]) =>
    remote.fields.map((field) => {
      const target = map.linksTo && linkTargets[map.linksTo];
      const isOtherLink = target !== undefined && field.options?.linkedTableId !== target;
      const score = isOtherLink ? 0 : scoreField(table, name, map, field, samples[field.id] ?? []);
      // A link to the right table is what we look for, whatever its name.
      return { name, map, field, score: target !== undefined && score === 0 && !isOtherLink ? MIN_SCORE : score };
    }),
  );
  const rules: Record<string, FieldRule> = {};
  const taken = new Set<string>();
  for (const { name, map, field, score } of pairs.toSorted((one, other) => other.score - one.score)) {
    if (score < MIN_SCORE || rules[name] || taken.has(field.id)) continue;
    if (map.linksTo && field.type !== "multipleRecordLinks") continue;
    rules[name] = ruleFor(map, field, samples[field.id] ?? []);
    taken.add(field.id);
  }
  return Object.fromEntries(assignableFields(table).map(([name]) => [name, rules[name] ?? { fieldId: null }]));
};

/** Two fields in common make a table probable even when its name says nothing. */
const scoreTable = (table: SyncedTable, remote: SchemaTable, samples: Samples): number => {
  const byName = scoreName(remote.name, tableMapping(table).airtableName, TABLE_ALIASES[table]);
  const rules = proposeFields(table, remote, samples);
  const required = mappedFields(table).filter(([, { isRequired }]) => isRequired);
  const found = mappedFields(table).filter(([name]) => rules[name]?.fieldId).length;
  const missing = required.filter(([name]) => !rules[name]?.fieldId).length;
  const share = found / mappedFields(table).length;
  return byName + share * 50 - missing * 10;
};

const MIN_TABLE_SCORE = 30;

/** Similar fields, but another name and no link to our records, such as an archive: the proposal could not be saved. */
const isUnrelated = (
  table: SyncedTable,
  remote: SchemaTable,
  fields: Readonly<Record<string, FieldRule>>,
  targets: Readonly<Partial<Record<SyncedTable, string>>>,
): boolean =>
  scoreName(remote.name, tableMapping(table).airtableName, TABLE_ALIASES[table]) === 0 &&
  mappedFields(table).some(
    ([name, { isRequired, linksTo }]) => isRequired && linksTo && !(targets[linksTo] && fields[name]?.fieldId),
  );

/** Proposes a table of the base for each of ours, and their fields. */
export const proposeMapping = ({ tables }: BaseSchema, samples: Samples): Record<SyncedTable, TableRule> => {
  const pairs = SYNCED_TABLES.flatMap((table) =>
    tables.map((remote) => ({ table, remote, score: scoreTable(table, remote, samples) })),
  );
  const chosen = new Map<SyncedTable, SchemaTable>();
  const taken = new Set<string>();
  for (const { table, remote, score } of pairs.toSorted((one, other) => other.score - one.score)) {
    if (score < MIN_TABLE_SCORE || chosen.has(table) || taken.has(remote.id)) continue;
    chosen.set(table, remote);
    taken.add(remote.id);
  }
  const targets: Partial<Record<SyncedTable, string>> = {};
  // In the order of their dependencies: the tables that a table links to are known when its turn comes.
  return Object.fromEntries(
    SYNCED_TABLES.map((table): [SyncedTable, TableRule] => {
      const remote = chosen.get(table);
      const fields = remote && proposeFields(table, remote, samples, targets);
      if (!remote || !fields || isUnrelated(table, remote, fields, targets))
        return [table, { tableId: null, fields: {} }];
      targets[table] = remote.id;
      return [table, { tableId: remote.id, fields }];
    }),
  ) as Record<SyncedTable, TableRule>;
};
