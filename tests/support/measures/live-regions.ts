import type { Page } from "playwright-core";

/** Finds live regions that a screen reader reads out twice, or whose role and politeness differ. */
export const faultsOfRegions = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const kinds = "[role=status], [role=alert], [role=log], [aria-live], output";
    const regions = [...document.querySelectorAll(kinds)].filter((region) => region.checkVisibility());
    const wordsOf = (region: Element) => region.textContent?.trim() ?? "";
    const interrupts = (region: Element) => region.role === "alert";
    const speaking = regions.filter((region) => wordsOf(region) !== "");
    return speaking.flatMap((region) => {
      const words = wordsOf(region);
      const around = region.parentElement?.closest(kinds);
      // An alert inside a region that waits interrupts for its own words.
      const isInside = around && interrupts(around) === interrupts(region);
      const others = speaking.filter((other) => !other.contains(region) && !region.contains(other));
      const isTwice = others.some((other) => wordsOf(other) === words);

      const isMixed =
        region.role && region.ariaLive && (region.ariaLive === "assertive") !== interrupts(region);
      return [
        ...(isInside ? [`inside another region: ${words}`] : []),
        ...(isTwice ? [`in two regions: ${words}`] : []),
        ...(isMixed ? [`with a role and an aria-live that contradict each other: ${words}`] : []),
      ];
    });
  });
