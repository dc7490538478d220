// Prints the OpenAPI document: npm run --silent openapi
import { openApiOf } from '../server/openapi.ts';
import { brandOf } from '../src/brands/brand.ts';
import { boundEndpoints } from './bound-endpoints.ts';

const { endpoints, brand } = await boundEndpoints();
const { name, version } = brandOf(brand);
process.stdout.write(`${JSON.stringify(openApiOf(endpoints, name, version), null, 2)}\n`);
