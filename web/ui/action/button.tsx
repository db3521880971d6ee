import { ArrowLeft, type LucideIcon } from "lucide-react";
import type { ComponentPropsWithRef, MouseEvent, ReactNode } from "react";
import { classNames } from "#web/ui/class-names.ts";
import { Icon } from "#web/ui/picture/icon.tsx";
import { Lamp } from "#web/ui/picture/lamp.tsx";
import styles from "./action.module.css";
import { AppLink } from "./link.tsx";

interface Look {
  /** "help" is marigold, and "help-small" has a marigold lamp. Both are only for asking for help. */
  variant?: "plain" | "primary" | "danger" | "quiet" | "back" | "help" | "help-small";
  icon?: LucideIcon;
  iconAfter?: LucideIcon;
  /** Makes it no wider than its label. */
  isStart?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

const lookOf = ({ variant = "plain", isStart = false, className }: Look) =>
  classNames(styles.button, variant !== "plain" && styles[variant], isStart && styles.start, className);

function Face({ variant, icon, iconAfter, children }: Look) {
  const before = variant === "back" ? ArrowLeft : icon;
  return (
    <>
      {variant === "help" && <Lamp glow="help" isOnHelp size="medium" />}
      {variant === "help-small" && <Lamp glow="help" />}
      {before && <Icon of={before} />}
      {children}
      {iconAfter && <Icon of={iconAfter} />}
    </>
  );
}

interface BareButtonProps extends ComponentPropsWithRef<"button"> {
  /** Whether it is working. It keeps its focus, and a second press does nothing. */
  isBusy?: boolean | undefined;
}

/** All buttons are made of it, so that each is busy in the same way. */
export function BareButton({ isBusy = false, onClick, ...rest }: BareButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) =>
    isBusy ? event.preventDefault() : onClick?.(event);
  return (
    <button
      type="button"
      {...rest}
      onClick={press}
      {...(isBusy && { "aria-busy": true, "aria-disabled": true })}
    />
  );
}

/** A button that looks like a standalone text link. */
export const TallButton = (props: Omit<BareButtonProps, "className">) => (
  <BareButton {...props} className={styles.tall} />
);

export interface ButtonProps extends Look, Omit<BareButtonProps, keyof Look> {
  /** The label while it is busy. */
  busyLabel?: string;
}

export function Button(props: ButtonProps) {
  const { variant, icon, iconAfter, isStart, className, busyLabel, children, ...rest } = props;
  return (
    <BareButton {...rest} className={lookOf(props)}>
      <Face {...props}>{rest.isBusy && busyLabel ? busyLabel : children}</Face>
    </BareButton>
  );
}

export interface ButtonLinkProps extends Look, Omit<ComponentPropsWithRef<"a">, keyof Look | "href"> {
  href: string;
}

/** A link that looks like a button. */
export function ButtonLink(props: ButtonLinkProps) {
  const { variant, icon, iconAfter, isStart, className, children, ...rest } = props;
  return (
    <AppLink {...rest} className={lookOf(props)}>
      <Face {...props} />
    </AppLink>
  );
}
