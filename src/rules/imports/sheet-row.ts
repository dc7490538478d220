/** Number that a spreadsheet shows for a data row of a file: the header and the lines above it count. */
export const sheetRow = (headerRow: number, row: number): number => headerRow + row;
