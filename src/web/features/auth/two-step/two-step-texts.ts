import type { SessionKind } from "#lib/session/session.ts";

/** The sign-in page of the admin panel is English; all other screens are Dutch. */
export type Language = "nl" | "en";
export const LANGUAGE: Record<SessionKind, Language> = { main: "nl", admin: "en" };

/** Texts of the components that the sign-in pages and the profile share. */
export const SHARED_TEXTS = {
  nl: {
    scan: "Scan deze QR-code met een authenticator-app, zoals Google Authenticator, Microsoft Authenticator of 1Password.",
    qrCode: "QR-code voor je authenticator-app",
    secret: "Lukt scannen niet? Vul dan deze sleutel in:",
    copySecret: "Kopieer de sleutel",
    code: "Code van zes cijfers",
    saveCodes:
      "Bewaar deze herstelcodes op een veilige plek. Met elke code kun je één keer inloggen als je je telefoon niet bij je hebt. Ze worden maar één keer getoond.",
    codes: "Herstelcodes",
    copyCodes: "Kopiëren",
    copied: { title: "Gekopieerd", description: "De herstelcodes staan op je klembord." },
    notCopied: { title: "Niet gekopieerd", description: "Je browser laat kopiëren niet toe. Download de codes." },
    download: "Downloaden",
    fileName: "herstelcodes.txt",
  },
  en: {
    scan: "Scan this QR code with an authenticator app, such as Google Authenticator, Microsoft Authenticator or 1Password.",
    qrCode: "QR code for your authenticator app",
    secret: "Can't scan it? Enter this key instead:",
    copySecret: "Copy the key",
    code: "Six-digit code",
    saveCodes:
      "Keep these recovery codes in a safe place. Each lets you sign in once when you don't have your phone with you. They are shown only once.",
    codes: "Recovery codes",
    copyCodes: "Copy",
    copied: { title: "Copied", description: "The recovery codes are on your clipboard." },
    notCopied: { title: "Not copied", description: "Your browser does not allow copying. Download the codes." },
    download: "Download",
    fileName: "recovery-codes.txt",
  },
} as const satisfies Record<Language, object>;

/** Texts of the second step of signing in. */
export const SIGN_IN_STEP_TEXTS = {
  nl: {
    title: "Inloggen in twee stappen",
    app: { text: "Open je authenticator-app en vul de code in die daar staat.", label: "Code van zes cijfers" },
    recovery: { text: "Vul een van je herstelcodes in. Elke code werkt één keer.", label: "Herstelcode" },
    useRecovery: "Gebruik een herstelcode",
    useApp: "Gebruik je authenticator-app",
    back: "Terug naar inloggen",
    missing: "Vul de code in.",
    wrong: "Deze code klopt niet of is al gebruikt.",
    codesLeft: (left: number) => `Je hebt nog ${left} ${left === 1 ? "herstelcode" : "herstelcodes"} over.`,
    setUpTitle: "Stel inloggen in twee stappen in",
    setUpText: "Dit is verplicht voor deze omgeving.",
    saveCodesTitle: "Bewaar je herstelcodes",
    continue: "Doorgaan",
  },
  en: {
    title: "Two-step sign-in",
    app: { text: "Open your authenticator app and enter the code it shows.", label: "Six-digit code" },
    recovery: { text: "Enter one of your recovery codes. Each works once.", label: "Recovery code" },
    useRecovery: "Use a recovery code",
    useApp: "Use your authenticator app",
    back: "Back to sign in",
    missing: "Enter the code.",
    wrong: "This code is not correct or has already been used.",
    codesLeft: (left: number) => `You have ${left} recovery ${left === 1 ? "code" : "codes"} left.`,
    setUpTitle: "Set up two-step sign-in",
    setUpText: "It is required for the admin panel.",
    saveCodesTitle: "Save your recovery codes",
    continue: "Continue to the admin panel",
  },
} as const satisfies Record<Language, object>;
