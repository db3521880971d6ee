import type { ReactNode } from "react";
import type { ReachabilityState } from "#contract/reachability.ts";
import { Stack } from "#web/ui/layout/layout.tsx";
import { Note } from "#web/ui/surface/note.tsx";

interface Words {
  kind: "info" | "warn" | "danger";
  title: string;
  words: string;
}

const forHelpers: Record<Exclude<ReachabilityState, "reachable">, Words> = {
  nobody: {
    kind: "danger",
    title: "Our messages aren't reaching anyone in your family",
    words: "If someone asks for help now, nobody gets a message.",
  },
  unproven: {
    kind: "warn",
    title: "We don't know whether our messages reach your family",
    words: "Nobody has answered our tests for two weeks.",
  },
  "one-person": {
    kind: "info",
    title: "Our messages reach only one person",
    words: "A second person makes it safer.",
  },
};

const forSenior: Record<"nobody" | "unproven", Words> = {
  nobody: {
    kind: "warn",
    title: "Our messages aren't reaching your family right now",
    words: "If you need help, please call.",
  },
  unproven: {
    kind: "warn",
    title: "We're not sure we can reach your family",
    words: "If nobody answers, please call.",
  },
};

interface StateNoteProps {
  state: ReachabilityState;
  isSenior?: boolean;
  children?: ReactNode;
}

/** Explains a family's reachability, with what can be done about it. */
export function StateNote({ state, isSenior = false, children }: StateNoteProps) {
  if (state === "reachable" || (isSenior && state === "one-person")) return null;
  const { kind, title, words } = isSenior && state !== "one-person" ? forSenior[state] : forHelpers[state];
  return (
    <Note kind={kind} title={title}>
      <Stack gap={12}>
        <p>{words}</p>
        {children}
      </Stack>
    </Note>
  );
}
