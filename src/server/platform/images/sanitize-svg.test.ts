import { expect, test } from "vitest";
import { sanitizeSvg } from "./sanitize-svg.ts";

const clean = (text: string): string | undefined => {
  const cleaned = sanitizeSvg(Buffer.from(text));
  return cleaned && new TextDecoder().decode(cleaned);
};

const HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">';
const SHAPE = '<path d="M0 0h9v9z"></path>';
const drawing = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg">${inside}${SHAPE}</svg>`;
const ONLY_SHAPE = `${HEAD}${SHAPE}</svg>`;

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=";

test.each([
  ["a script", "<script>alert(1)</script>"],
  ["a script from elsewhere", '<script href="https://evil.example/x.js"/>'],
  ["a script under another prefix", '<s:script xmlns:s="http://www.w3.org/2000/svg">alert(1)</s:script>'],
  ["a script in capitals", "<SCRIPT>alert(1)</SCRIPT>"],
  ["HTML in a foreign object", "<foreignObject><iframe src='https://evil.example'/><b>hoi</b></foreignObject>"],
  ["an animation that sets an address", '<set attributeName="href" to="javascript:alert(1)"/>'],
  ["an animation", '<animate attributeName="onload" values="alert(1)"/>'],
  ["an image element of HTML", '<img src="x" onerror="alert(1)"/>'],
  ["a handler of XML events", '<handler type="text/javascript">alert(1)</handler>'],
  ["metadata", "<metadata><rdf:RDF><dc:title>Geheim</dc:title></rdf:RDF></metadata>"],
  ["a style sheet that imports", "<style>@import 'https://evil.example/x.css';</style>"],
  ["a style sheet that fetches", "<style>path{fill:url(https://evil.example/x)}</style>"],
  ["a style sheet that hides what it fetches", "<style>path{fill:u\\72l(https://evil.example/x)}</style>"],
  ["a style sheet with an image set", "<style>path{mask:-webkit-image-set('https://evil.example/x' 1x)}</style>"],
  ["a style sheet that contains its own end tag", "<style><![CDATA[</style><script>alert(1)</script>]]></style>"],
  ["a style sheet with escaped elements", "<style>&lt;/style&gt;&lt;script&gt;alert(1)&lt;/script&gt;</style>"],
  ["a style sheet in a processing instruction", '<?xml-stylesheet href="https://evil.example/x.css"?>'],
  ["a comment", "<!-- <script>alert(1)</script> -->"],
  ["text outside a text element", "zomaar wat tekst"],
])("%s is removed, and the drawing stays", (_, hostile) => {
  expect(clean(drawing(hostile))).toBe(ONLY_SHAPE);
});

test.each([
  ["a handler", 'onload="alert(1)"'],
  ["a handler in mixed case", 'onLoad="alert(1)"'],
  ["a style that fetches", 'style="fill:url(https://evil.example/x)"'],
  ["a style with a protocol-relative address", `style="fill:url('//evil.example/x')"`],
  ["a style with an expression", 'style="width:expression(alert(1))"'],
  ["a fill from elsewhere", 'fill="url(https://evil.example/x#a)"'],
  ["a filter from elsewhere", 'filter="url( https://evil.example/x#a )"'],
  ["a namespace", 'xmlns="http://www.w3.org/1999/xhtml"'],
  ["an attribute of another namespace", 'ev:event="load"'],
  ["an address under another prefix", 'xl:href="javascript:alert(1)"'],
  ["an empty attribute", 'id=""'],
  ["a base address", 'xml:base="https://evil.example/"'],
])("%s is removed from its element", (_, attribute) => {
  const cleaned = clean(`<svg xmlns="http://www.w3.org/2000/svg"><path ${attribute} d="M0 0h9v9z"/></svg>`);
  expect(cleaned).toBe(ONLY_SHAPE);
});

test.each([
  ["use", "javascript:alert(1)"],
  ["use", "https://evil.example/x.svg#a"],
  ["use", "data:image/svg+xml;base64,PHN2Zy8+#a"],
  ["use", " &#106;avascript:alert(1)"],
  ["image", "https://evil.example/x.png"],
  ["image", "//evil.example/x.png"],
  ["image", "/objects/companies/other/logo/x"],
  ["image", "data:image/svg+xml;base64,PHN2Zy8+"],
  ["image", "data:text/html;base64,PHNjcmlwdD4="],
  ["image", "data:image/png;base64,PHNjcmlwdD4="],
  ["image", `data:image/png,${PIXEL}`],
  ["image", "file:///etc/passwd"],
])("%s does not load %s", (element, address) => {
  for (const attribute of ["href", "xlink:href"]) {
    const cleaned = clean(`<svg><${element} ${attribute}="${address}"/>${SHAPE}</svg>`);
    expect(cleaned).toBe(`${HEAD}<${element}></${element}>${SHAPE}</svg>`);
  }
});

test("the content of a link stays, the link is removed", () => {
  expect(clean(`<svg><a href="javascript:alert(1)">${SHAPE}</a></svg>`)).toBe(ONLY_SHAPE);
});

test.each([
  ["nothing", ""],
  ["a text", "hallo"],
  ["HTML", "<html><body><svg><path/></svg></body></html>"],
  ["HTML that calls itself a drawing", "<!DOCTYPE html><script>alert(1)</script>"],
  ["a drawing after the signature of a GIF", `GIF89a${ONLY_SHAPE}`],
  ["a drawing with something behind it", `${ONLY_SHAPE}<script>alert(1)</script>`],
  ["a drawing with text behind it", `${ONLY_SHAPE}alert(1)`],
  ["two drawings", ONLY_SHAPE + ONLY_SHAPE],
  ["entities", `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg><text>&x;</text></svg>`],
  ["entities in entities", `<!DOCTYPE svg [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><svg><text>&b;</text></svg>`],
  ["a root of another name", `<SVG>${SHAPE}</SVG>`],
  ["a root of another prefix", `<x:svg xmlns:x="http://www.w3.org/2000/svg">${SHAPE}</x:svg>`],
  ["a drawing without anything to see", "<svg><script>alert(1)</script></svg>"],
  ["a character that XML does not have", drawing("<text>\u0000</text>")],
  ["an escaped character that XML does not have", drawing("<text>&#1;</text>")],
  ["a drawing nested without end", `<svg>${"<g>".repeat(500_000)}${SHAPE}`],
  ["a drawing of very many elements", `<svg>${SHAPE.repeat(60_000)}</svg>`],
])("%s is not an SVG", (_, text) => {
  expect(clean(text)).toBeUndefined();
});

test("an SVG in another encoding is refused", () => {
  expect(sanitizeSvg(Buffer.from(`\ufeff${ONLY_SHAPE}`, "utf16le"))).toBeUndefined();
  expect(sanitizeSvg(Buffer.from("<svg><text>caf\xe9</text></svg>", "latin1"))).toBeUndefined();
});

test("a few lines that expand to billions of shapes are refused", () => {
  const level = (name: string, of: string) => `<g id="${name}">${`<use href="#${of}"/>`.repeat(10)}</g>`;
  const levels = Array.from({ length: 9 }, (_, index) => level(`l${index + 1}`, `l${index}`)).join("");
  expect(clean(`<svg><g id="l0">${SHAPE}</g>${levels}</svg>`)).toBeUndefined();
});

test("a circular reference is refused", () => {
  expect(clean(`<svg><g id="a"><use xlink:href="#b"/></g><g id="b"><use href="#a"/></g></svg>`)).toBeUndefined();
});

test("a few references stay", () => {
  const inside = `<defs><symbol id="a" viewBox="0 0 9 9">${SHAPE}</symbol></defs><use xlink:href="#a" x="9"></use>`;
  expect(clean(`<svg>${inside}</svg>`)).toBe(`${HEAD}${inside}</svg>`);
});

test("a valid embedded image stays", () => {
  const inside = `<image width="9" height="9" xlink:href="data:image/png;base64,${PIXEL}"></image>`;
  expect(clean(`<svg>${inside}</svg>`)).toBe(`${HEAD}${inside}</svg>`);
});

test("the output of a drawing program keeps its appearance", () => {
  const written = `\ufeff<?xml version="1.0" encoding="utf-8"?>
    <!-- Generator: a drawing program -->
    <!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
    <svg version="1.1" id="Laag_1" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 90" xml:space="preserve">
      <title>Jansen &amp; Zn</title>
      <style type="text/css"><![CDATA[.st0{fill:url(#SVGID_1_);} g > path{fill:#FFF}]]></style>
      <linearGradient id="SVGID_1_" gradientUnits="userSpaceOnUse"><stop offset="0" style="stop-color:#F9B"/></linearGradient>
      <g clip-path="url(#c)"><path class="st0" d="M0,0L9,9"/></g>
      <text x="1" y="2" font-family="'Inter'">A &lt; B</text>
    </svg>`;
  expect(clean(written)).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" version="1.1" id="Laag_1" ' +
      'viewBox="0 0 90 90" xml:space="preserve"><title>Jansen &amp; Zn</title>' +
      '<style type="text/css">.st0{fill:url(#SVGID_1_);} g > path{fill:#FFF}</style>' +
      '<linearGradient id="SVGID_1_" gradientUnits="userSpaceOnUse"><stop offset="0" style="stop-color:#F9B"></stop>' +
      '</linearGradient><g clip-path="url(#c)"><path class="st0" d="M0,0L9,9"></path></g>' +
      `<text x="1" y="2" font-family="'Inter'">A &lt; B</text></svg>`,
  );
});

test("sanitizing twice changes nothing", () => {
  const once = clean(drawing("<style>.a{fill:red}</style><text>a &amp; b</text>"));
  expect(clean(once ?? "")).toBe(once);
});
