/** As a ref, it moves the focus to an element that replaces the one that had it. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus();
