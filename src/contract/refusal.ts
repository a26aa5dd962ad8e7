import { mayBeContacted } from "./classification.ts";
import { OLDER_CONVERSATIONS, parseConversation, parseSections } from "./message-text.ts";
import type { Message } from "./messages.ts";

/** A whole message that refuses, without its punctuation: "Nee, bedankt!" */
const REFUSING_MESSAGES = [
  /^(nee|neen|no|nope|nah)( (bedankt|dank|dankjewel|dank je( wel)?|dank u( wel)?|hoor|thanks|thank you|sorry))*$/,
  /^(stop|unsubscribe|afmelden|uitschrijven)( (aub|svp|alsjeblieft|alstublieft|please|nu|now|it))*$/,
];

/** Parts of a message that refuse, in text without accents and punctuation. */
const REFUSALS = [
  // Dutch
  /\b(geen|niet) (enkele |echt |verder |meer )?(interesse|behoefte|belangstelling)\b/,
  /\bniet (echt |meer |verder )?(geinteresseerd|interessant voor)\b/,
  /\bnee (bedankt|dank|dankjewel)\b/,
  /\b(zit|zitten) (hier |er |daar )?niet op te wachten\b/,
  /\bniet (naar op zoek|op zoek (hier)?naar)\b/,
  /\b(niet meer|niet langer|nooit meer|geen) ((hier)?over |te )?(mailen|appen|berichten|benaderen|benaderd|contacteren|gecontacteerd|bellen)\b(?!(?<=(heb|hebben|had|hadden)( \w+){0,3} geen berichten) (gehad|gekregen))/,
  /\b(niet meer|niet langer|nooit meer|geen) contact\b(?!(?<=(heb|hebben|had|hadden)( \w+){0,3} geen contact)( \w+){0,3} (gehad|opgenomen|gezocht))(?!( \w+){0,2} (heb|hebben|had|hadden) (gehad|opgenomen|gezocht))/,
  /\b(wil|willen|hoef|hoeven|stuur|stuurt) (mij |me |ons |je |hier )?(geen|niets|niks) (berichten|bericht|mails?|contact|meer)\b/,
  /\bstop (hiermee|ermee|alsjeblieft|aub|svp)\b/,
  /(?<!\bik )\bstop met\b/,
  /\b(laat|laten) (me|mij|ons) (alsjeblieft |alstublieft )?met rust\b/,
  /\b(haal|verwijder|schrap) (me|mij|mijn gegevens|ons)\b/,
  /\b(schrijf|meld) (me|mij) (alsjeblieft |aub )?(uit|af)\b/,
  /\b(intern|zelf|(wij|we) (\w+ ){0,3}allemaal) (al )?(goed )?geregeld\b/,
  /\b(werk|werken|heb|hebben) al (jaren )?(met )?(een |onze )?(vaste|eigen) (partij|partner|leverancier|adviseur)\b/,
  // English
  /\b(not|isnt|arent|no longer) (really |currently |at all )?interested\b/,
  /\b(no|zero|dont have any|do not have any) interest\b/,
  /\bno (thanks|thank you|thx)\b/,
  /\b(stop|quit) (messaging|contacting|emailing|writing|sending|spamming|bothering)\b/,
  /\bplease stop\b(?! by)/,
  /\b(dont|do not|never) (contact|message|email|write|text|call|bother|reach out to) (me|us)\b/,
  /\bleave (me|us) alone\b/,
  /\bremove (me|us|my (name|details|data))\b/,
  /\btake (me|us|my (name|details|data)) (off|out)\b/,
  /\bnot (looking for|in the market for|a (good )?fit)\b/,
  /\bwe already (have|work with|use) (a|an|someone|our own|another)\b(?! (\w+ed )?(call|meeting|appointment))/,
  /\b(ill|i will|we will|well|going to have to) pass\b(?! (along|by)\b| (it|this|that|them|you|the|your)( \w+){0,2} (on|to(?! be\b)|along)\b)/,
];

/** Sentences in which a refusal is denied or asked about: "Het is niet dat ik geen interesse heb." */
const NOT_REFUSED =
  /\b(niet dat (ik|we|wij) geen|not that (im|i am|we are|were) not|waarom geen|why not|not uninterested)\b/;

const normalizeText = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/['’`]/g, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** Whether a message of a lead refuses, in Dutch or English. The word "nee" or "no" somewhere in a sentence is no refusal. */
export const isRefusal = (text: string): boolean => {
  const whole = normalizeText(text);
  if (REFUSING_MESSAGES.some((pattern) => pattern.test(whole))) return true;
  return text.split(/[.!?\n]+/).some((sentence) => {
    const words = normalizeText(sentence);
    return !NOT_REFUSED.test(words) && REFUSALS.some((pattern) => pattern.test(words));
  });
};

/** "Dank, jij ook." after a refusal does not withdraw it. */
const COURTESY =
  /^(dank|dankjewel|dank je|dank u|bedankt|prima|oke?|is goed|graag gedaan|succes|thanks|thank you|cheers|you too|jij ook)( \w+){0,3}$/;

/** Whether the lead's last message in the section Older conversations, apart from thanks, is a refusal. What sales replied does not matter. */
export const endsInRefusal = (content: string): boolean => {
  const older = parseSections(content).find(({ header }) => header === OLDER_CONVERSATIONS);
  const last = parseConversation(older?.text ?? "").findLast(
    ({ fromSales, text }) => !fromSales && (isRefusal(text) || !COURTESY.test(normalizeText(text))),
  );
  return last !== undefined && isRefusal(last.text);
};

const NEGATIVE_SENTIMENTS = ["negative", "negatief"];

type Conversation = Pick<Message, "messageType" | "messageContent" | "sentiment" | "leadClassification">;

/** Why a follow-up may be unwelcome; undefined when nothing points to it, or when the lead gets no messages anyway. */
export const unwelcomeReason = (message: Conversation): string | undefined => {
  if (message.messageType !== "followup" || !mayBeContacted(message.leadClassification)) return undefined;
  if (endsInRefusal(message.messageContent)) return "Het gesprek eindigt met een afwijzing.";
  const sentiment = message.sentiment?.trim().toLowerCase() ?? "";
  return NEGATIVE_SENTIMENTS.includes(sentiment) ? "Het sentiment van dit gesprek is negatief." : undefined;
};
