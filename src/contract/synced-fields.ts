/** Dutch names of synchronised fields, by our column names. Those of the details of a lead are in lead-fields.ts. */
export const FIELD_LABELS: Readonly<Record<string, string>> = {
  classification: "Classificatie",
  content: "Tekst",
  text: "Tekst",
  status: "Status",
  type: "Type",
  prompt: "Prompt",
  meeting_name: "Naam",
  date_due: "Verzenddatum",
  date_sent: "Verstuurd op",
  due_ice_breaker: "Datum Ice Breaker",
  due_message_1: "Datum Bericht 1",
  due_message_2: "Datum Bericht 2",
  due_follow_up_1: "Datum Follow up 1",
  due_follow_up_2: "Datum Follow up 2",
  due_follow_up_3: "Datum Follow up 3",
};
