/** The kinds of field the sandbox knows, by the names of Airtable's schema. */
const FIELD_TYPES = [
  "singleLineText",
  "multilineText",
  "email",
  "url",
  "phoneNumber",
  "number",
  "checkbox",
  "singleSelect",
  "multipleSelects",
  "date",
  "dateTime",
  "multipleRecordLinks",
  "multipleLookupValues",
  "multipleAttachments",
  "createdTime",
  "lastModifiedTime",
] as const;

export type FieldType = (typeof FIELD_TYPES)[number];

export type Choice = { id: string; name: string; color: string };

export type FieldOptions = {
  choices?: Choice[];
  precision?: number;
  linkedTableId?: string;
  inverseLinkFieldId?: string;
  /** Of a lookup: the link it follows and the field it shows. */
  recordLinkFieldId?: string;
  fieldIdInLinkedTable?: string;
};

export type Field = { id: string; name: string; type: FieldType; options: FieldOptions };

const COMPUTED: ReadonlySet<FieldType> = new Set(["multipleLookupValues", "createdTime", "lastModifiedTime"]);

const MOMENTS: ReadonlySet<FieldType> = new Set(["date", "dateTime", "createdTime", "lastModifiedTime"]);

export const isMoment = (field: Field) => MOMENTS.has(field.type);

export const isComputed = (field: Field) => COMPUTED.has(field.type);

export function isFieldType(text: string): text is FieldType {
  return (FIELD_TYPES as readonly string[]).includes(text);
}
