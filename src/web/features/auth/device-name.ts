type Named = readonly [pattern: RegExp, name: string];

// The order matters: nearly every browser also calls itself Chrome or Safari, and Android also calls itself Linux.
const BROWSERS: readonly Named[] = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\b(OPR|Opera|OPiOS|OPT)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, "Chrome"],
  [/\bVersion\/.*\bSafari\//, "Safari"],
];

const SYSTEMS: readonly Named[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMacintosh\b/, "Mac"],
  [/\bCrOS\b/, "Chromebook"],
  [/\bLinux\b/, "Linux"],
];

const nameIn = (names: readonly Named[], userAgent: string) => names.find(([pattern]) => pattern.test(userAgent))?.[1];

/** "Chrome op Windows": what somebody recognises as their own, or not. */
export const deviceName = (userAgent: string | null): string => {
  const browser = nameIn(BROWSERS, userAgent ?? "");
  const system = nameIn(SYSTEMS, userAgent ?? "");
  if (browser && system) return `${browser} op ${system}`;
  return browser ?? (system ? `Onbekende browser op ${system}` : "Onbekend apparaat");
};

export const isHandheld = (userAgent: string | null): boolean => /\b(iPhone|iPad|Android)\b/.test(userAgent ?? "");
