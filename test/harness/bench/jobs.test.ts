// Where the questions of a bench are answered: in this process. Others: ../workers/jobs.long.test.ts.
import { afterAll, describe } from 'vitest'
import { inThisProcess } from '../../../harness/bench/bench.ts'
import { jobsContract } from '../../contracts/jobs.ts'
import { removeFolders } from '../intend.ts'

afterAll(removeFolders)

describe('in this process', () => jobsContract(async () => inThisProcess))
