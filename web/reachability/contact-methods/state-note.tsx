import type { ReactNode } from "react";
import type { ReachabilityState } from "#contract/reachability.ts";
import { Stack } from "#web/ui/layout/stack.tsx";
import { Note } from "#web/ui/surface/note.tsx";

interface Words {
  kind: "info" | "warn" | "danger";
  title: string;
  words: string;
}

const forHelpers: Record<Exclude<ReachabilityState, "reachable">, Words> = {
  nobody: {
    kind: "danger",
    title: "Our messages reach nobody in your family",
    words: "If somebody asks for help now, nobody gets a message.",
  },
  unproven: {
    kind: "warn",
    title: "We do not know whether our messages reach your family",
    words: "For two weeks nobody has answered our tests.",
  },
  "one-person": {
    kind: "info",
    title: "Our messages reach one person only",
    words: "A second one makes it safer.",
  },
};

const forSenior: Record<"nobody" | "unproven", Words> = {
  nobody: {
    kind: "warn",
    title: "Our messages do not reach your family right now",
    words: "When you need help, please call.",
  },
  unproven: {
    kind: "warn",
    title: "We are not sure that we reach your family",
    words: "When nobody answers, please call.",
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
