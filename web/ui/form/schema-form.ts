import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useId, useRef, useState } from "react";
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type UseFormReturn,
  useForm,
} from "react-hook-form";
import * as z from "zod/mini";
import { type ErrorWords, toastError } from "../toast/toast-error.ts";
import { useFormDraft } from "./draft.ts";
import { fieldErrors, formError, wrongFields } from "./form-errors.ts";

/** The schema of a form whose values differ from the body of the request. Only the body is checked. */
export const prepared = <Typed, Body, Output>(
  schema: z.ZodMiniType<Output, Awaited<Body>>,
  prepare: (typed: Typed) => Body,
) => z.pipe(z.transform(prepare), schema);

type Schema<Input extends FieldValues, Output> = Parameters<
  typeof standardSchemaResolver<Input, unknown, Output>
>[0];

interface SchemaFormOptions<Input extends FieldValues, Output> {
  /** The contract's schema for the request. */
  schema: Schema<Input, Output>;
  defaults: DefaultValues<Input>;
  /** The name under which what was typed is stored in this tab until it is saved. */
  draft?: string | undefined;
  /** A rejection with `fields` is shown at those fields, any other one above the form. */
  onSubmit: (values: Output) => unknown;
  /** The words for a rejection, which a toast says too. Without them, `onSubmit` rejects with its own words. */
  failed?: ErrorWords;
}

type FormOf<Input extends FieldValues, Output> = UseFormReturn<Input, unknown, Output>;

const holds = (value: unknown, [name, ...rest]: readonly string[]): boolean => {
  if (name === undefined) return true;
  return (
    typeof value === "object" && value !== null && name in value && holds(Reflect.get(value, name), rest)
  );
};

const isFieldOf = <Input extends FieldValues, Output>(
  form: FormOf<Input, Output>,
  name: string,
): name is Path<Input> => holds(form.getValues(), name.split("."));

/** Shows what the server refused. */
function refuse<Input extends FieldValues, Output>(form: FormOf<Input, Output>, reason: unknown) {
  form.setError("root", { message: formError(reason) });
  for (const { name, message } of fieldErrors(reason)) {
    if (!isFieldOf(form, name)) continue;
    form.clearErrors("root");
    form.setError(name, { message });
  }
}

function fieldsOf<Input extends FieldValues, Output>(form: FormOf<Input, Output>, id: string) {
  const { errors } = form.formState;
  const wrong = wrongFields(errors);
  return {
    wrong,
    /** The error about the form as a whole. */
    failure: errors.root?.message,
    idOf: (name: string) => `${id}-${name}`,
    focus: (name: string) => isFieldOf(form, name) && form.setFocus(name),
    /** Ties a field to its name: `<TextField {...field("email")} label="Email" />`. */
    field: (name: Path<Input>) => ({
      ...form.register(name),
      id: `${id}-${name}`,
      error: wrong.find((one) => one.name === name)?.message,
    }),
  };
}

/** A form with a schema. It is checked on submit only, and retains what was typed. */
export function useSchemaForm<Input extends FieldValues, Output>(options: SchemaFormOptions<Input, Output>) {
  const form = useForm<Input, unknown, Output>({
    resolver: standardSchemaResolver(options.schema),
    defaultValues: options.defaults,
    reValidateMode: "onSubmit",
    shouldFocusError: false,
  });
  const dropDraft = useFormDraft(form, options.draft);
  const [attempts, setAttempts] = useState(0);
  const { isSubmitting: isBusy } = form.formState;
  const send = form.handleSubmit(async (values) => {
    try {
      await options.onSubmit(values);
      dropDraft();
    } catch (reason) {
      refuse(form, options.failed ? toastError(reason, options.failed) : reason);
    }
  });
  // The rendered `isBusy` comes too late for a second tap on a slow device.
  const isSending = useRef(false);
  const submit = async () => {
    if (isSending.current) return;
    isSending.current = true;
    await send().finally(() => {
      isSending.current = false;
    });
    setAttempts(attempts + 1);
  };
  return { ...fieldsOf(form, useId()), form, isBusy, attempts, submit, dropDraft };
}
