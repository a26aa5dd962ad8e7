const isAny = (): boolean => true;
const isNumber = (value: string): boolean => /^\d/.test(value);
const isArbitrary = (value: string): boolean => value.startsWith("[");
const isGradient = (value: string): boolean => /^\[[\w-]+-gradient\(/.test(value);

/** Every value after the prefix sets the same property: `pt-2`, `max-w-[80ch]`. */
const PREFIXES = [
  ..."p px py pt pr pb pl m mx my mt mr mb ml space-y scroll-mt".split(" "),
  ..."w h size min-w min-h max-w max-h basis gap gap-x gap-y grid-cols grid-rows col-span row-span".split(" "),
  ..."inset inset-x inset-y top right bottom left z items justify self place-items align order content".split(" "),
  ..."leading tracking whitespace break-inside line-clamp list underline-offset".split(" "),
  ..."fill stroke accent opacity brightness backdrop-blur animate transition duration".split(" "),
  ..."rotate translate-x translate-y overflow-x overflow-y overscroll cursor select touch".split(" "),
  ..."appearance pointer-events outline-offset border-spacing".split(" "),
  ..."rounded-t rounded-b rounded-tl rounded-tr".split(" "),
];

const SIZES = ["xs", "sm", "md", "base", "lg", "xl", "2xl", "3xl", "4xl", "5xl", "6xl"];

/**
 * All other utilities, by the property that they set. Some start alike and set different properties: `text-sm`, `text-center`,
 * `text-danger`. The first match counts.
 */
const BY_PROPERTY = {
  display: [
    "block",
    "inline-block",
    "inline",
    "flex",
    "inline-flex",
    "table",
    "grid",
    "inline-grid",
    "contents",
    "hidden",
  ],
  screenReader: ["sr-only", "not-sr-only"],
  position: ["static", "fixed", "absolute", "relative", "sticky"],
  flex: [{ flex: [isNumber, "none", "auto"] }],
  flexDirection: [{ flex: ["row", "row-reverse", "col", "col-reverse"] }],
  flexWrap: [{ flex: ["wrap", "nowrap"] }],
  grow: [{ grow: ["", isAny] }],
  shrink: [{ shrink: ["", isAny] }],
  fontSize: [{ text: [...SIZES, isArbitrary] }],
  textAlign: [{ text: ["left", "center", "right"] }],
  textWrap: [{ text: ["balance", "pretty"] }],
  textOverflow: ["truncate", { text: ["ellipsis"] }],
  textColor: [{ text: [isAny] }],
  fontWeight: [{ font: ["normal", "medium", "semibold", "bold"] }],
  fontFamily: [{ font: ["sans", "mono"] }],
  numeric: ["tabular-nums"],
  textTransform: ["uppercase", "lowercase", "capitalize", "normal-case"],
  textDecoration: ["underline", "no-underline", "line-through"],
  decorationStyle: [{ decoration: ["dotted"] }],
  decorationColor: [{ decoration: [isAny] }],
  wordBreak: ["break-words", "break-all"],
  backgroundImage: [{ bg: [isGradient] }],
  backgroundColor: [{ bg: [isAny] }],
  borderWidth: [{ border: ["", isNumber] }],
  borderWidthTop: [{ "border-t": ["", isNumber] }],
  borderWidthRight: [{ "border-r": ["", isNumber] }],
  borderWidthBottom: [{ "border-b": ["", isNumber] }],
  borderWidthLeft: [{ "border-l": ["", isNumber] }],
  borderStyle: [{ border: ["dashed", "solid", "none"] }],
  borderCollapse: [{ border: ["collapse", "separate"] }],
  borderColorTop: [{ "border-t": [isAny] }],
  borderColor: [{ border: [isAny] }],
  rounded: [{ rounded: ["", isAny] }],
  shadow: [{ shadow: [...SIZES, "none"] }],
  shadowColor: [{ shadow: [isAny] }],
  ringWidth: [{ ring: ["", isNumber] }],
  ringColor: [{ ring: [isAny] }],
  outlineStyle: ["outline-hidden", "outline-none"],
  outlineWidth: [{ outline: ["", isNumber] }],
  outlineColor: [{ outline: [isAny] }],
  overflow: [{ overflow: ["auto", "hidden", "visible"] }],
  objectFit: [{ object: ["contain", "cover"] }],
  objectPosition: [{ object: ["left"] }],
  tableLayout: [{ table: ["fixed", "auto"] }],
  divide: ["divide-y"],
  resize: [{ resize: ["", isAny] }],
  grayscale: [{ grayscale: ["", isAny] }],
};

const classGroups = {
  ...Object.fromEntries(PREFIXES.map((prefix) => [prefix, [{ [prefix]: [isAny] }]])),
  ...BY_PROPERTY,
};

/** A later class also replaces classes that set only a part of its property: `p-4` replaces `pt-2`. */
const conflictingClassGroups = {
  p: ["px", "py", "pt", "pr", "pb", "pl"],
  px: ["pr", "pl"],
  py: ["pt", "pb"],
  m: ["mx", "my", "mt", "mr", "mb", "ml"],
  mx: ["mr", "ml"],
  my: ["mt", "mb"],
  size: ["w", "h"],
  gap: ["gap-x", "gap-y"],
  inset: ["inset-x", "inset-y", "top", "right", "bottom", "left"],
  "inset-x": ["right", "left"],
  "inset-y": ["top", "bottom"],
  flex: ["basis", "grow", "shrink"],
  overflow: ["overflow-x", "overflow-y"],
  "line-clamp": ["display", "overflow"],
  fontSize: ["leading"],
  rounded: ["rounded-t", "rounded-b", "rounded-tl", "rounded-tr"],
  "rounded-t": ["rounded-tl", "rounded-tr"],
  borderWidth: ["borderWidthTop", "borderWidthRight", "borderWidthBottom", "borderWidthLeft"],
  borderColor: ["borderColorTop"],
};

/**
 * Which utilities of Tailwind set the same property. The default configuration of tailwind-merge knows every utility, which is 5 KB
 * on every screen; this one knows those that the web app uses. cn.test.ts fails when one is missing.
 */
export const CLASS_CONFLICTS = {
  cacheSize: 500,
  theme: {},
  classGroups,
  conflictingClassGroups,
  conflictingClassGroupModifiers: {},
  orderSensitiveModifiers: ["*", "**", "after", "before", "file", "marker", "placeholder", "selection"],
};
