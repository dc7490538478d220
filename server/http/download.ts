import type { FastifyReply } from 'fastify';
import { exportLine } from './csv-line.ts';

/** Lines of a CSV file at most. Ours: what a spreadsheet still opens quickly. */
export const MAX_CSV_LINES = 50_000;

/** Cells of a CSV file, its heads first. */
export type CsvLines = readonly (readonly string[])[];

/** Excel reads a file as UTF-8 by this mark at its start. */
export const BOM = '\uFEFF';

/** Returns a header value that every browser reads, for any name (RFC 6266). */
export function dispositionOf(fileName: string): string {
  const plain = fileName.replace(/[^ -~]|["\\]/g, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(fileName).replace(/['()*]/g, escape)}`;
}

/** Answers lines of cells as a CSV file to download. */
export function csvFile(reply: FastifyReply, fileName: string, lines: CsvLines): string {
  void reply.type('text/csv; charset=utf-8').header('content-disposition', dispositionOf(fileName));
  return BOM + lines.map(exportLine).join('');
}
