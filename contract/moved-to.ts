/** An answer with this header comes from the cell at that address, to which the family has moved. */
export const movedToHeader = "x-porchlight-moved-to";
