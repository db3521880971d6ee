type Values = Readonly<Record<string, unknown>>;

/** Exported rows, page by page. A schema of the contract checks each row before it goes out. */
export type Pages = AsyncIterable<readonly Values[]>;

export const pageSize = 1_000;

/**
 * Reads the rows after the last one of the previous page. Memory stays bounded, and no connection or transaction
 * waits for a slow reader.
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

/** Reads everything at once, for rows that nobody has many of. */
export async function* inOnePage<Row extends Values>(read: () => Promise<readonly Row[]>): Pages {
  yield await read();
}

/** Reads the rows of one family after the other, so that each page is read in the order of an index. */
export async function* inEachFamily(
  familyIds: readonly number[],
  pagesOf: (familyId: number) => Pages,
): Pages {
  for (const familyId of familyIds) yield* pagesOf(familyId);
}
