import { Send } from "lucide-react";
import { Option } from "#web/ui/action/option.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import type { Wish } from "../../requests/asking.ts";
import { AskedLine } from "./asked-line.tsx";
import { isKept, useAsking } from "./asking.ts";
import { NotSent } from "./not-sent.tsx";

interface PhraseRowProps extends Wish {
  onAsked: () => void;
}

/** A line to tap: tapping sends it, and the line says what came of it. */
export function PhraseRow({ phrase, body, onAsked }: PhraseRowProps) {
  const { send, outcome, isBusy } = useAsking(onAsked);
  if (isKept(outcome)) return <AskedLine outcome={outcome}>{phrase}</AskedLine>;
  return (
    <Stack gap={8}>
      <Option icon={Send} isBusy={isBusy} onClick={() => send({ phrase, body })}>
        {phrase}
      </Option>
      {outcome && !isBusy && <NotSent outcome={outcome} />}
    </Stack>
  );
}
