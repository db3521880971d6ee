import { useEffect } from "react";
import { lazyPart } from "#web/ui/page/lazy.tsx";
import { Skeleton } from "#web/ui/state/loading.tsx";
import { closeProofQuestion, useProofQuestion } from "./fresh-proof.ts";

const ProofQuestion = lazyPart(() => import("./proof-question.tsx"), "ProofQuestion", {
  title: "the sign-in question",
  skeleton: <Skeleton shape="row" />,
});

/** Opens when a change needs a fresh proof. Most visits change nothing, so it loads separately. */
export function ProofDialog() {
  const isAsked = useProofQuestion() !== undefined;
  useEffect(() => closeProofQuestion, []);
  return isAsked && <ProofQuestion />;
}
