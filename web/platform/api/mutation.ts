import {
  hashKey,
  type UseMutateAsyncFunction,
  type UseMutationOptions,
  type UseMutationResult,
  // biome-ignore lint/style/noRestrictedImports: This is the wrapper that everything else has to use.
  useMutation as useUnguardedMutation,
} from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";

/** Two pictures of the same size are taken for the same one: a second tap may encode it again. */
const keyOf = (variables: unknown): string =>
  hashKey([variables instanceof Blob ? [variables.size, variables.type] : variables]);

/**
 * The library's hook, except that a second tap does not write again. On a slow device both taps arrive before the
 * screen shows the first, so the second one gets the first one's answer until that answer is on the screen.
 */
export function useMutation<Data, Failure = Error, Variables = void, Context = unknown>(
  options: UseMutationOptions<Data, Failure, Variables, Context>,
): UseMutationResult<Data, Failure, Variables, Context> {
  type Write = UseMutateAsyncFunction<Data, Failure, Variables, Context>;
  const mutation = useUnguardedMutation(options);
  const { mutateAsync: write, status, submittedAt } = mutation;
  const underWay = useRef<{ key: string; answer: Promise<Data> }>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a repeated write can end in the status that the last one had
  useEffect(() => {
    if (status !== "pending") underWay.current = undefined;
  }, [status, submittedAt]);
  const mutateAsync = useCallback(
    (...given: Parameters<Write>): Promise<Data> => {
      const key = keyOf(given[0]);
      if (underWay.current?.key === key) return underWay.current.answer;
      const answer = write(...given);
      underWay.current = { key, answer };
      return answer;
    },
    [write],
  );
  const mutate = useCallback(
    (...given: Parameters<Write>): void => void mutateAsync(...given).catch(() => undefined),
    [mutateAsync],
  );
  return { ...mutation, mutate, mutateAsync };
}
