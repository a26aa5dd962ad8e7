// Within the drawing, as in `fill: url(#gradient)`, a reference is what it is made for.
const OWN_REFERENCE = /url\(\s*(["']?)#[\w:.-]+\1\s*\)/gi;
const MEDIA_RULE = /@media\b/gi;

// Whatever can fetch, and the characters with which CSS could hide it or end the element it stands in.
const UNSAFE =
  /[\\<&@]|]]>|(?:url|src|image|image-set|cross-fade|element|paint|expression)\s*\(|behavior|binding|javascript:/i;

/** Styles that only style: nothing is fetched from anywhere, whichever way it is spelled. */
export const isHarmlessStyle = (css: string): boolean =>
  !UNSAFE.test(css.replace(OWN_REFERENCE, " ").replace(MEDIA_RULE, " "));
