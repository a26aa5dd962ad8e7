/** What "te laat" and "over tijd" mean; the server decides it (`isLate`). */
export const LATE_MEANING =
  "Te laat: de dag is voorbij en het bericht had al weg moeten zijn. Gepauzeerde berichten tellen niet mee, en berichten die op de acceptatie van een uitnodiging wachten ook niet.";
