import { useEffect } from "react";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";
import { Skeleton } from "#web/ui/state/loading.tsx";
import { closeProofQuestion, useProofQuestion } from "./fresh-proof.ts";

const ProofQuestion = lazyPart(
  async () => (await import("./proof-question.tsx")).ProofQuestion,
  "the question who you are",
  <Skeleton shape="row" />,
);

/** Opens when a change needs a fresh proof; it comes in a file of its own, because most visits to "Me" change nothing. */
export function ProofDialog() {
  const isAsked = useProofQuestion() !== undefined;
  useEffect(() => closeProofQuestion, []);
  return isAsked ? <ProofQuestion /> : null;
}
