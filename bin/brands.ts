// Lists the brands of src/brands after a folder was added or removed: npm run brands
import { join } from 'node:path';
import { writeBrands } from './write-brands.ts';

writeBrands(join(import.meta.dirname, '../src/brands'));
