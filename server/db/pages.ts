type Values = Readonly<Record<string, unknown>>;

/** Rows as they are exported, page by page. A schema of the contract checks each before it goes out. */
export type Pages = AsyncIterable<readonly Values[]>;

export const pageSize = 1_000;

/**
 * Reads what comes after the last row of the page before. Memory stays bounded, and while a slow reader takes a page no
 * connection and no transaction waits for it.
 */
export async function* inPages<Row extends Values>(
  readAfter: (last: Row | undefined) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let last: Row | undefined; ; ) {
    const page = await readAfter(last);
    if (page.length > 0) yield page;
    if (page.length < pageSize) return;
    last = page.at(-1);
  }
}

export const inPagesById = <Row extends Values & { readonly id: number }>(
  readAfter: (id: number) => Promise<readonly Row[]>,
): Pages => inPages<Row>((last) => readAfter(last?.id ?? 0));

/** Reads everything at once. It is for rows of which nobody has many. */
export async function* inOnePage(read: () => Promise<readonly Values[]>): Pages {
  yield await read();
}

/** The rows of several families, one family after the other, so that each page is read in the order of an index. */
export async function* inEachFamily(
  familyIds: readonly number[],
  pagesOf: (familyId: number) => Pages,
): Pages {
  for (const familyId of familyIds) yield* pagesOf(familyId);
}
