// Records how PostgreSQL really executes each statement, including those of triggers and foreign keys. Its module
// auto_explain reports the plan of every statement on a connection, with the rows that each part has read.
import { Client } from "pg";
import { onServer } from "#tests/support/database.ts";

interface PlanNode {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Name"?: string;
  readonly "Actual Rows"?: number;
  readonly "Actual Loops"?: number;
  readonly "Rows Removed by Filter"?: number;
  readonly "Rows Removed by Index Recheck"?: number;
  readonly Plans?: readonly PlanNode[];
}

/** A read of one table or index. */
export interface Scan {
  readonly type: string;
  readonly of: string;
  readonly index: string | undefined;
  /** All rows that it looked at, including those that it filtered out. */
  readonly rows: number;
}

export interface Executed {
  readonly statement: string;
  readonly scans: readonly Scan[];
}

function scansOf(node: PlanNode): Scan[] {
  const below = (node.Plans ?? []).flatMap(scansOf);
  const of = node["Relation Name"] ?? node["Index Name"];
  if (of === undefined || !node["Node Type"].includes("Scan")) return below;
  const { "Actual Rows": found = 0, "Actual Loops": loops = 1 } = node;
  const removed = (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0);
  return [
    { type: node["Node Type"], of, index: node["Index Name"], rows: (found + removed) * loops },
    ...below,
  ];
}

/**
 * Enables it for connections that are opened from now on. There, PostgreSQL reads a whole table only where no index helps,
 * even if the table is so small that reading it whole would be quicker.
 */
export const explainEverything = (url: string): Promise<void> => {
  const settings = {
    enable_seqscan: "off",
    session_preload_libraries: "auto_explain",
    "auto_explain.log_min_duration": "0",
    "auto_explain.log_analyze": "on",
    "auto_explain.log_timing": "off",
    "auto_explain.log_nested_statements": "on",
    "auto_explain.log_format": "json",
    "auto_explain.log_level": "notice",
  };
  const alter = Object.entries(settings).map(
    ([name, value]) => `execute format('alter database %I set ${name} = %L', current_database(), '${value}')`,
  );
  return onServer(url, `do $$ begin ${alter.join(";")}; end $$`);
};

/** Returns every statement on connections that this process opens from now on. Nothing else runs in it. */
export function recordPlans(): Executed[] {
  const executed: Executed[] = [];
  const connect = Client.prototype.connect;
  const connectAndListen = function (this: Client, ...args: Parameters<typeof connect>) {
    this.on("notice", ({ message = "" }) => {
      const json = message.indexOf("{");
      if (!message.startsWith("duration:") || json < 0) return;
      const { "Query Text": statement, Plan } = JSON.parse(message.slice(json));
      executed.push({ statement, scans: scansOf(Plan) });
    });
    return connect.apply(this, args);
  };
  Object.assign(Client.prototype, { connect: connectAndListen });
  return executed;
}
