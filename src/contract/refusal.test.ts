import { describe, expect, test } from "vitest";
import { endsInRefusal, isRefusal, unwelcomeReason } from "./refusal.ts";

describe("a refusal", () => {
  test.each([
    "Nee, bedankt!",
    "nee",
    "Bedankt, maar wij hebben geen interesse.",
    "Ik ben niet geïnteresseerd in jullie dienst",
    "Hier heb ik op dit moment geen behoefte aan, succes verder.",
    "Wij zijn niet op zoek naar een part-time CFO.",
    "Daar zijn we niet naar op zoek.",
    "Wil je mij niet meer mailen?",
    "Ik zit hier niet op te wachten.",
    "Stop hiermee.",
    "Stop met deze berichten.",
    "STOP",
    "Laat me met rust",
    "Haal mij uit je lijst aub.",
    "Meld mij af.",
    "Graag geen contact meer.",
    "Graag dat er geen contact meer wordt opgenomen",
    "Ik wil dat er geen contact met mij wordt opgenomen",
    "Graag geen berichten meer, slechte ervaring gehad.",
    "Neem alsjeblieft niet meer contact met mij op.",
    "Neem nooit meer contact met me op!",
    "Gelieve niet langer contact met ons op te nemen.",
    "Er wordt geen contact meer op prijs gesteld.",
    "Ik heb je al gevraagd geen contact meer op te nemen.",
    "Ik heb liever geen contact meer.",
    "Wij hebben besloten geen contact meer te willen.",
    "Graag geen contact meer, slechte ervaring gehad.",
    "Ik wil verder geen berichten ontvangen.",
    "Ik wil van jullie geen berichten ontvangen.",
    "Ik wil geen berichten meer ontvangen",
    "Dank, maar wij hebben dit intern goed geregeld.",
    "Dat hebben we allemaal al geregeld.",
    "Wij hebben het allemaal goed geregeld, dank.",
    "We werken al jaren met een vaste partij en dat bevalt prima.",
    "Hoi, ik krijg dit soort berichten elke dag. Nu geen behoefte aan.",
    "No thanks.",
    "No, thank you",
    "Thanks for reaching out, but I'm not interested",
    "We are not currently interested.",
    "Please stop.",
    "Stop messaging me!",
    "Don’t contact me again",
    "Please remove me from your list.",
    "Take me off your list, please",
    "We already have an accountant.",
    "We already have a partner for that.",
    "We're not looking for this right now",
    "I'll pass, good luck.",
    "I'll pass on this one",
    "I'll pass this time",
    "I'll pass this time to be honest",
    "I'll pass, good luck to you.",
    "unsubscribe",
    "Graag niet meer benaderen",
    "Wil je mij hier niet meer over benaderen?",
    "Ik verzoek je mij niet meer te mailen",
  ])("%s", (text) => expect(isRefusal(text)).toBe(true));

  test.each([
    "",
    "Ja leuk, bel me morgen.",
    "Geen probleem, volgende week kan ook.",
    "Nee hoor, dat hoeft niet vandaag; morgen is prima.",
    "Dat is interessant, vertel meer!",
    "Ik heb zeker interesse.",
    "Het is niet dat ik geen interesse heb, maar het is nu druk.",
    "No problem, happy to talk.",
    "Not sure yet, can you send more information?",
    "I stopped by your website yesterday.",
    "Waarom geen interesse in een audit? Dat zou ik juist willen.",
    "We zijn op zoek naar precies dit.",
    "Passen jullie je tarief nog aan?",
    "Could you take me through it next week?",
    "I'll pass this on to our CFO.",
    "Thanks, I will pass it along.",
    "I'll pass your message on to my colleague",
    "Please stop by our office on Monday.",
    "We already have a meeting planned with your colleague.",
    "Sorry dat ik nog geen contact heb opgenomen!",
    "Volgens mij hebben wij nog geen contact gehad.",
    "Ik heb nog geen contact opgenomen met mijn collega.",
    "Sorry dat ik geen contact heb opgenomen.",
    "Sorry, ik heb geen contact opgenomen met mijn collega.",
    "Ik heb helaas geen contact met hem opgenomen.",
    "We hebben sindsdien geen contact meer gehad, leuk dat je schrijft!",
    "Ik heb geen berichten gehad, kun je het nog eens sturen?",
    "I will pass this to Ben, our CFO.",
    "I will pass your message to Bernd.",
    "I'll pass you on to my colleague",
    "I'll pass by your office on Tuesday",
    "Top, allemaal geregeld, tot dinsdag!",
    "Ik stop met mijn huidige boekhouder, bel me",
    "We already have a scheduled call",
  ])("is not: %s", (text) => expect(isRefusal(text)).toBe(false));
});

const followUp = (...lines: string[]) => `Older conversations:\n${lines.join("\n")}\n\nFollow up 1: Hoi weer`;

describe("the end of a conversation", () => {
  test("is the last message of the lead, whatever sales replied", () => {
    const refused = [
      "2026-03-01 09:15:00 - Sales: Hoi",
      "2026-03-02 10:00:00 - Lead: Leuk!",
      "2026-03-03 10:00:00 - Lead: Toch niet.\nWe hebben geen interesse.",
    ];
    expect(endsInRefusal(followUp(...refused))).toBe(true);
    expect(endsInRefusal(followUp(...refused, "2026-03-04 10:00:00 - Sales: Jammer, succes!"))).toBe(true);
    expect(endsInRefusal(followUp(...refused, "2026-03-05 10:00:00 - Lead: Ik bedenk me, bel maar."))).toBe(false);
    expect(endsInRefusal(followUp(...refused, "2026-03-05 10:00:00 - Lead: Dank, jij ook."))).toBe(true);
  });

  test("is not a refusal by sales, and needs a conversation", () => {
    expect(endsInRefusal(followUp("2026-03-01 09:15:00 - Sales: Is er geen interesse meer?"))).toBe(false);
    expect(endsInRefusal("Follow up 1: geen interesse")).toBe(false);
  });
});

describe("an unwelcome follow-up", () => {
  const message = {
    messageType: "followup" as const,
    messageContent: followUp("2026-03-02 10:00:00 - Lead: Nee, bedankt."),
    sentiment: null,
    leadClassification: "COLD" as const,
  };

  test("has its reason: the refusal or else the sentiment", () => {
    expect(unwelcomeReason(message)).toBe("Het gesprek eindigt met een afwijzing.");
    const polite = { ...message, messageContent: "Follow up 1: Hoi" };
    expect(unwelcomeReason({ ...polite, sentiment: " Negative " })).toBe("Het sentiment van dit gesprek is negatief.");
    expect(unwelcomeReason({ ...polite, sentiment: "neutral" })).toBeUndefined();
  });

  test("is no ice breaker, and no follow-up to a lead that gets no messages", () => {
    expect(unwelcomeReason({ ...message, messageType: "icebreaker" })).toBeUndefined();
    expect(unwelcomeReason({ ...message, leadClassification: "NOT INTERESTED" })).toBeUndefined();
  });
});
