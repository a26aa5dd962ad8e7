// References within the SVG, such as `fill: url(#gradient)`, are allowed.
const LOCAL_URL = /url\(\s*(["']?)#[\w:.-]+\1\s*\)/gi;
const MEDIA_RULE = /@media\b/gi;

// Everything that can load a resource, and the characters that could hide it or end the style element.
const UNSAFE_CSS =
  /[\\<&@]|]]>|(?:url|src|image|image-set|cross-fade|element|paint|expression)\s*\(|behavior|binding|javascript:/i;

/** Whether the styles load nothing, however it is written. */
export const isSafeStyle = (css: string): boolean =>
  !UNSAFE_CSS.test(css.replace(LOCAL_URL, " ").replace(MEDIA_RULE, " "));

const words = (text: string): string[] => text.trim().split(/\s+/);

/** Elements that draw. None of them runs code, navigates, animates or contains another language. */
export const ELEMENTS = words(`
  svg g defs symbol use title desc style
  path rect circle ellipse line polyline polygon image
  text tspan textPath
  linearGradient radialGradient stop pattern clipPath mask marker
  filter feBlend feColorMatrix feComponentTransfer feComposite feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR
  feGaussianBlur feMerge feMergeNode feMorphology feOffset`);

/** An SVG without one of these shows nothing. */
export const SHAPES: ReadonlySet<string> = new Set(
  words("path rect circle ellipse line polyline polygon image text use"),
);

/** Text in other elements is whitespace or not visible, and is removed. */
export const TEXT_ELEMENTS: ReadonlySet<string> = new Set(words("title desc text tspan textPath style"));

/** Removed with their content. Of other elements that are not allowed the content stays, such as a path in a link. */
export const REMOVED_ELEMENTS = words(
  "script foreignObject metadata iframe object embed audio video canvas handler listener",
);

export const ATTRIBUTES: ReadonlySet<string> = new Set(
  words(`
  id class style version xml:space href xlink:href
  viewBox preserveAspectRatio width height x y x1 y1 x2 y2 cx cy r rx ry fx fy fr d points pathLength transform
  dx dy rotate lengthAdjust textLength startOffset method spacing
  offset gradientUnits gradientTransform spreadMethod patternUnits patternContentUnits patternTransform
  clipPathUnits maskUnits maskContentUnits mask-type markerUnits markerWidth markerHeight refX refY orient
  filterUnits primitiveUnits in in2 result mode operator k1 k2 k3 k4 type values stdDeviation radius edgeMode
  tableValues slope intercept amplitude exponent
  alignment-baseline baseline-shift clip clip-path clip-rule color color-interpolation color-interpolation-filters
  direction display dominant-baseline enable-background fill fill-opacity fill-rule filter flood-color flood-opacity
  font font-family font-size font-size-adjust font-stretch font-style font-variant font-weight image-rendering isolation
  kerning letter-spacing lighting-color marker-end marker-mid marker-start mask mix-blend-mode opacity overflow
  paint-order shape-rendering stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap
  stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-anchor text-decoration text-rendering
  unicode-bidi vector-effect visibility white-space word-spacing writing-mode`),
);
