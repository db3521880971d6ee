// Prints all texts of screens and messages as one list, `file:line  text`, to be read aloud from start to end. With
// --comments, prints all comments instead.
import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { type ESTree, parseSync, Visitor, type VisitorObject } from "vite";

interface Text {
  start: number;
  text: string;
}

const showsComments = process.argv.includes("--comments");
const folders = ["web", "server", "contract", ...(showsComments ? ["tests", "scripts", "bench"] : [])];
const isLeftOut = showsComments
  ? /\/node_modules\//
  : /\.(test|spec)\.tsx?$|\/sample-calls\.ts$|^server\/db\/|\/showroom\//;
/** The values of these attributes are for browsers, not for people. */
const technical = /^(className|id|href|to|d|viewBox|sizes|srcSet|media|rel|points|transform|autoComplete)$/;
const isSql = (text: string) => /^\s*(select|with|insert|update|delete|left join)\s[a-z$(]/.test(text);

const isText = (text: string) => /[a-z]/i.test(text) && (/\s/.test(text.trim()) || /^[A-Z]/.test(text));

function textOf(child: ESTree.JSXChild, code: string): string {
  if (child.type === "JSXText") return child.value;
  if (child.type === "JSXElement" || child.type === "JSXFragment")
    return child.children.map((inner) => textOf(inner, code)).join("");
  return code.slice(child.start, child.end);
}

function isSkipped({ start, text }: Text, skipped: ESTree.Span[]): boolean {
  return !isText(text) || isSql(text) || skipped.some((span) => span.start <= start && start < span.end);
}

/** A text that was read as part of an outer element is not listed again for the elements inside it. */
function elementTexts(code: string, add: (start: number, text: string) => void): VisitorObject {
  let end = 0;
  const read = (node: ESTree.JSXElement | ESTree.JSXFragment) => {
    const hasWords = node.children.some((child) => child.type === "JSXText" && isText(child.value));
    if (!hasWords || node.start < end) return;
    end = node.end;
    add(node.start, textOf(node, code));
  };
  return { JSXElement: read, JSXFragment: read };
}

function textsIn(file: string, code: string): Text[] {
  const found: Text[] = [];
  const skipped: ESTree.Span[] = [];
  const add = (start: number, text: string) => found.push({ start, text });
  new Visitor({
    ...elementTexts(code, add),
    ImportDeclaration: ({ source }) => skipped.push(source),
    ExportNamedDeclaration: ({ source }) => source && skipped.push(source),
    ImportExpression: ({ source }) => skipped.push(source),
    TSLiteralType: (node) => skipped.push(node),
    JSXAttribute: (node) => technical.test(String(node.name.name)) && skipped.push(node),
    TaggedTemplateExpression: ({ tag, quasi }) =>
      /^sql\b/.test(code.slice(tag.start, tag.end)) && skipped.push(quasi),
    Literal: ({ start, value }) => typeof value === "string" && add(start, value),
    TemplateLiteral: ({ start, end }) => add(start, code.slice(start + 1, end - 1)),
  }).visit(parseSync(file, code).program);
  return found.filter((text) => !isSkipped(text, skipped)).sort((one, other) => one.start - other.start);
}

/** Lines of // that follow each other are one comment. Directives to tools are left out. */
function commentsIn(file: string, code: string): Text[] {
  const found: (Text & { end: number })[] = [];
  for (const { type, value, start, end } of parseSync(file, code).comments) {
    const text = value.replace(/^\s*\*+ ?/gm, "").trim();
    if (/^(biome-ignore|@ts-|@vite|vite-)/.test(text)) continue;
    const before = found.at(-1);
    const continues = type === "Line" && before && /^\n[ \t]*$/.test(code.slice(before.end, start));
    if (continues) Object.assign(before, { text: `${before.text} ${text}`, end });
    else found.push({ start, end, text });
  }
  return found;
}

const listed = showsComments ? commentsIn : textsIn;

for (const folder of folders) {
  const names = await readdir(folder, { recursive: true });
  const files = names.map((name) => `${folder}/${name}`).filter((name) => /\.tsx?$/.test(name));
  for (const file of files.filter((name) => !isLeftOut.test(name)).sort()) {
    const code = readFileSync(file, "utf8");
    for (const { start, text } of listed(file, code))
      console.log(`${file}:${code.slice(0, start).split("\n").length}  ${text.replace(/\s+/g, " ").trim()}`);
  }
}
