// Keeps zod out of pages without a form: the web's build takes an endpoint without its schemas.
import { type ESTree, type Plugin, parseAst } from "vite";

interface Edit {
  start: number;
  end: number;
  text: string;
}

type Statement = ESTree.Program["body"][number];

const slim = "?slim";
const parse = (code: string): Statement[] => parseAst(code, { lang: "tsx" }).body;

function change(code: string, edits: Edit[]): string {
  const fromTheEnd = edits.sort((one, other) => other.start - one.start);
  return fromTheEnd.reduce(
    (text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end),
    code,
  );
}

/** A schema's name starts with a capital; everything else of the contract comes from its slim half. */
function splitImport(statement: Statement): Edit[] {
  if (statement.type !== "ImportDeclaration" || statement.importKind === "type") return [];
  const { start, end, source, specifiers } = statement;
  if (!source.value.startsWith("#contract/")) return [];
  const names = specifiers
    .filter((specifier) => specifier.type === "ImportSpecifier" && specifier.importKind !== "type")
    .map((specifier) => specifier.local.name);
  const schemas = names.filter((name) => /^[A-Z]/.test(name));
  const others = names.filter((name) => !schemas.includes(name));
  const from = (half: string[], path: string) => (half.length ? `import { ${half} } from "${path}";` : "");
  return [{ start, end, text: from(schemas, source.value) + from(others, source.value + slim) }];
}

/** A browser calls by these; the server parses what it is sent and checks what it answers. */
const kept = ["method", "path", "access"];

function partOf(property: ESTree.ObjectExpression["properties"][number], code: string): string {
  const isKept =
    property.type === "Property" && property.key.type === "Identifier" && kept.includes(property.key.name);
  return isKept ? `${code.slice(property.start, property.end)}, ` : "";
}

function isCallOf(name: string, init: ESTree.Expression | null): init is ESTree.CallExpression {
  return init?.type === "CallExpression" && init.callee.type === "Identifier" && init.callee.name === name;
}

/** Of a statement of the contract, what its slim half keeps: endpoints without schemas, and plain lists of names. */
function slimStatement(statement: Statement, code: string): Edit[] {
  const { start, end } = statement;
  const remove = [{ start, end, text: "" }];
  if (statement.type !== "ExportNamedDeclaration") return remove;
  if (statement.declaration?.type !== "VariableDeclaration") return remove;
  const [first] = statement.declaration.declarations;
  if (first?.init?.type === "TSAsExpression") return [];
  if (!first?.init || !isCallOf("endpoint", first.init)) return remove;
  const [shape] = first.init.arguments;
  if (shape?.type !== "ObjectExpression") return remove;
  const parts = shape.properties.map((property) => partOf(property, code)).join("");
  return [{ start: first.init.start, end: first.init.end, text: `{ ${parts}}` }];
}

/** In the other half the endpoints go: nobody takes them from there. */
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
    if (!source.endsWith(slim)) return null;
    const resolved = await this.resolve(source.slice(0, -slim.length), importer);
    return resolved && resolved.id + slim;
  },
  transform: {
    filter: { id: /\/(contract|web)\/.*\.tsx?(\?slim)?$/ },
    handler(code, id) {
      if (id.endsWith(slim))
        return change(
          code,
          parse(code).flatMap((statement) => slimStatement(statement, code)),
        );
      const isContract = /\/contract\/[a-z-]+\.ts$/.test(id);
      return change(code, parse(code).flatMap(isContract ? dropEndpoint : splitImport));
    },
  },
});
