// Keeps zod out of pages without a form: the web build imports endpoints without their schemas.
import { type ESTree, type Plugin, parseAst } from "vite";

interface Edit {
  start: number;
  end: number;
  text: string;
}

type Statement = ESTree.Program["body"][number];

/** Each name becomes its own module, so that a page includes only the endpoints that it calls. */
const slim = /\?slim=(\w+)$/;
const parse = (code: string): Statement[] => parseAst(code, { lang: "tsx" }).body;

function change(code: string, edits: Edit[]): string {
  const fromTheEnd = edits.sort((one, other) => other.start - one.start);
  return fromTheEnd.reduce(
    (text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end),
    code,
  );
}

/** Files of words have no schemas, so they stay as they are. */
const isWords = (path: string): boolean => path.endsWith("-words.ts");

/** Schemas have capitalized names. Everything else in the contract is imported in its slim form. */
function splitImport(statement: Statement): Edit[] {
  if (statement.type !== "ImportDeclaration" || statement.importKind === "type") return [];
  const { start, end, source, specifiers } = statement;
  if (!source.value.startsWith("#contract/") || isWords(source.value)) return [];
  const names = specifiers
    .filter((specifier) => specifier.type === "ImportSpecifier" && specifier.importKind !== "type")
    .map((specifier) => specifier.local.name);
  const schemas = names.filter((name) => /^[A-Z]/.test(name));
  const others = names.filter((name) => !schemas.includes(name));
  const path = source.value;
  const full = schemas.length ? [`import { ${schemas} } from "${path}";`] : [];
  const each = others.map((name) => `import { ${name} } from "${path}?slim=${name}";`);
  return [{ start, end, text: [...full, ...each].join("") }];
}

/** The browser needs only these to make a call. The server checks inputs and outputs. */
const kept = ["method", "path", "access"];

function partOf(property: ESTree.ObjectExpression["properties"][number], code: string): string {
  const isKept =
    property.type === "Property" && property.key.type === "Identifier" && kept.includes(property.key.name);
  return isKept ? `${code.slice(property.start, property.end)}, ` : "";
}

function isCallOf(name: string, init: ESTree.Expression | null): init is ESTree.CallExpression {
  return init?.type === "CallExpression" && init.callee.type === "Identifier" && init.callee.name === name;
}

const namesIn = (statement: Statement): string[] => {
  if (statement.type === "ImportDeclaration") return statement.specifiers.map(({ local }) => local.name);
  const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
  if (declaration?.type !== "VariableDeclaration") return [];
  return declaration.declarations.flatMap(({ id }) => (id.type === "Identifier" ? [id.name] : []));
};

/** A function is imported on its own, so anything else that it uses from its file would be missing in the browser. */
function refuseUsesOfFile({ body }: ESTree.ArrowFunctionExpression, code: string, name: string): void {
  const text = code.slice(body?.start, body?.end);
  const used = parse(code)
    .flatMap(namesIn)
    .find((other) => other !== name && new RegExp(`\\b${other}\\b`).test(text));
  if (used) throw new Error(`${name} of the contract uses ${used}, which the build leaves out of the web.`);
}

/** Keeps only the export with this name: an endpoint without its schemas, a number, a plain list of names, or a function. */
function slimStatement(statement: Statement, code: string, name: string): Edit[] {
  const { start, end } = statement;
  const remove = [{ start, end, text: "" }];
  if (statement.type !== "ExportNamedDeclaration") return remove;
  if (statement.declaration?.type !== "VariableDeclaration") return remove;
  const [first] = statement.declaration.declarations;
  if (first?.id.type !== "Identifier" || first.id.name !== name) return remove;
  if (first.init?.type === "TSAsExpression" || first.init?.type === "Literal") return [];
  if (first.init?.type === "ArrowFunctionExpression") {
    refuseUsesOfFile(first.init, code, name);
    return [];
  }
  if (!first.init || !isCallOf("endpoint", first.init)) return remove;
  const [shape] = first.init.arguments;
  if (shape?.type !== "ObjectExpression") return remove;
  const parts = shape.properties.map((property) => partOf(property, code)).join("");
  return [{ start: first.init.start, end: first.init.end, text: `{ ${parts}}` }];
}

/** Removes endpoints from the modules with schemas, because pages import them from the slim modules. */
function dropEndpoint(statement: Statement): Edit[] {
  const { start, end } = statement;
  if (statement.type !== "ExportNamedDeclaration" || statement.declaration?.type !== "VariableDeclaration")
    return [];
  const isEndpoint = statement.declaration.declarations.some(({ init }) => isCallOf("endpoint", init));
  return isEndpoint ? [{ start, end, text: "" }] : [];
}

export const slimContract = (): Plugin => ({
  name: "slim-contract",
  enforce: "pre",
  apply: "build",
  async resolveId(source, importer) {
    const [query] = source.match(slim) ?? [];
    if (!query) return null;
    const resolved = await this.resolve(source.slice(0, -query.length), importer);
    return resolved && resolved.id + query;
  },
  transform: {
    filter: { id: /\/(contract|web)\/.*\.tsx?(\?slim=\w+)?$/ },
    handler(code, id) {
      const [, name] = id.match(slim) ?? [];
      if (name)
        return change(
          code,
          parse(code).flatMap((statement) => slimStatement(statement, code, name)),
        );
      const isContract = /\/contract\/([a-z-]+\/)?[a-z-]+\.ts$/.test(id);
      return change(code, parse(code).flatMap(isContract ? dropEndpoint : splitImport));
    },
  },
});
