import { ArrowLeft, type LucideIcon } from "lucide-react";
import type { ComponentPropsWithRef, MouseEvent, ReactNode } from "react";
import { classNames } from "#web/ui/class-names.ts";
import { Icon } from "#web/ui/picture/icon.tsx";
import { Lamp } from "#web/ui/picture/lamp.tsx";
import styles from "./action.module.css";
import { AppLink } from "./link.tsx";

interface Look {
  /** "help" is marigold, and only for asking for help. */
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
      {variant?.startsWith("help") && <Lamp isLit isOnHelp size="medium" />}
      {before && <Icon of={before} />}
      {children}
      {iconAfter && <Icon of={iconAfter} />}
    </>
  );
}

export interface ButtonProps extends Look, Omit<ComponentPropsWithRef<"button">, keyof Look> {
  /** Whether it is working. It keeps its focus, and a second press does nothing. */
  isBusy?: boolean;
  /** The label while it is busy. */
  busyLabel?: string;
}

export function Button(props: ButtonProps) {
  const {
    variant,
    icon,
    iconAfter,
    isStart,
    className,
    isBusy = false,
    busyLabel,
    children,
    ...rest
  } = props;
  const press = (event: MouseEvent<HTMLButtonElement>) =>
    isBusy ? event.preventDefault() : rest.onClick?.(event);
  return (
    <button
      type="button"
      {...rest}
      className={lookOf(props)}
      onClick={press}
      {...(isBusy && { "aria-busy": true, "aria-disabled": true })}
    >
      <Face {...props}>{isBusy && busyLabel ? busyLabel : children}</Face>
    </button>
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
