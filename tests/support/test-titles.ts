// Finds the tests in a file's source.
import { type ESTree, parseAst } from "vite";

export interface FoundTest {
  title: string;
  isSkipped: boolean;
  /** Whether the title stands for every row of a table. */
  isTable: boolean;
}

interface Callee {
  root: string;
  modifiers: string[];
}

const skipping = ["skip", "todo", "skipIf", "runIf", "fails"];

/** `it.skipIf(x).each(rows)` is `it` with `skipIf` and `each`. */
function calleeOf(node: ESTree.Node): Callee {
  if (node.type === "Identifier") return { root: node.name, modifiers: [] };
  if (node.type === "CallExpression" || node.type === "TaggedTemplateExpression")
    return calleeOf(node.type === "CallExpression" ? node.callee : node.tag);
  if (node.type !== "MemberExpression" || node.property.type !== "Identifier")
    return { root: "", modifiers: [] };
  const { root, modifiers } = calleeOf(node.object);
  return { root, modifiers: [...modifiers, node.property.name] };
}

function textOf(node: ESTree.Node | undefined): string | undefined {
  if (node?.type === "Literal" && typeof node.value === "string") return node.value;
  if (node?.type === "TemplateLiteral" && node.quasis.length === 1) return node.quasis[0]?.value.cooked ?? "";
  return undefined;
}

const isNode = (value: unknown): value is ESTree.Node =>
  typeof value === "object" && value !== null && "type" in value;

const childrenOf = (node: ESTree.Node): ESTree.Node[] => Object.values(node).flat().filter(isNode);

function testsIn(node: ESTree.Node, isSkippedOutside: boolean): FoundTest[] {
  if (node.type !== "CallExpression")
    return childrenOf(node).flatMap((child) => testsIn(child, isSkippedOutside));
  const { root, modifiers } = calleeOf(node.callee);
  const isSuite = root === "describe";
  const isSkipped = isSkippedOutside || modifiers.some((modifier) => skipping.includes(modifier));
  const title = textOf(node.arguments[0]);
  if (!["it", "test"].includes(root) || title === undefined)
    return childrenOf(node).flatMap((child) => testsIn(child, isSuite ? isSkipped : isSkippedOutside));
  return [{ title, isSkipped, isTable: modifiers.includes("each") }];
}

const textsIn = (node: ESTree.Node): string[] => [
  ...(textOf(node) === undefined ? [] : [textOf(node) ?? ""]),
  ...childrenOf(node).flatMap(textsIn),
];

/** The tests in a source, and all of its texts, which include the rows of its tables. */
export function readTests(source: string): { tests: FoundTest[]; texts: Set<string> } {
  const program = parseAst(source, { lang: "ts" });
  return { tests: testsIn(program, false), texts: new Set(textsIn(program)) };
}
