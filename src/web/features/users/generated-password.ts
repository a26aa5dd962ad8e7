/** Without the characters that people read out wrongly: l, I, 1, O and 0. */
const ALPHABET = "abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const GROUPS = 4;
const GROUP_LENGTH = 4;

/** The largest multiple of the alphabet's length in a byte: what lies above it would make the first characters likelier. */
const FAIR = 256 - (256 % ALPHABET.length);

const randomCharacter = (): string => {
  for (;;) {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < FAIR) return ALPHABET.charAt(byte % ALPHABET.length);
  }
};

/** In groups, so that it can be read out and typed over: "k7Qm-9xTf-w3Hd-Rp2v", about 93 bits. */
export const generatePassword = (): string =>
  Array.from({ length: GROUPS }, () => Array.from({ length: GROUP_LENGTH }, randomCharacter).join("")).join("-");
