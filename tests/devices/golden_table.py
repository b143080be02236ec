"""What every packaged device file must give, copied and multiplied by hand: not taken from the files.

A dash is a number that no trusted source states. Bandwidths are in GB/s, peaks in TFLOP/s, clocks in MHz.
"""

from __future__ import annotations

from dataclasses import dataclass

IDENTITIES = """
name                    | target | units | boost | base | nominal | reported names
Tesla V100-SXM2-16GB    |    7.0 |    80 |  1530 | 1312 |     900 | Tesla V100-SXM2-32GB
Tesla V100-PCIE-16GB    |    7.0 |    80 |  1380 | 1245 |     900 | Tesla V100-PCIE-32GB
Tesla V100S-PCIE-32GB   |    7.0 |    80 |  1597 |    - |    1134 | -
Tesla T4                |    7.5 |    40 |  1590 |  585 |     320 | -
NVIDIA A100-SXM4-40GB   |    8.0 |   108 |  1410 |    - |    1555 | A100-SXM4-40GB
NVIDIA A100-SXM4-80GB   |    8.0 |   108 |  1410 |    - |    2039 | -
NVIDIA A100-PCIE-40GB   |    8.0 |   108 |  1410 |  765 |    1555 | A100-PCIE-40GB
NVIDIA A100 80GB PCIe   |    8.0 |   108 |  1410 |    - |    1935 | -
NVIDIA A30              |    8.0 |    56 |  1440 |    - |     933 | -
NVIDIA A10              |    8.6 |    72 |  1695 |  885 |     600 | -
NVIDIA A40              |    8.6 |    84 |  1740 |    - |     696 | -
NVIDIA RTX A6000        |    8.6 |    84 |  1800 |    - |     768 | RTX A6000
NVIDIA GeForce RTX 3090 |    8.6 |    82 |  1695 |    - |     936 | GeForce RTX 3090
NVIDIA L4               |    8.9 |    58 |  2040 |    - |     300 | -
NVIDIA L40S             |    8.9 |   142 |  2520 |    - |     864 | -
NVIDIA GeForce RTX 4090 |    8.9 |   128 |  2520 |    - |    1008 | -
NVIDIA H100 PCIe        |    9.0 |   114 |  1755 |    - |    2000 | -
NVIDIA H100 80GB HBM3   |    9.0 |   132 |  1980 |    - |    3350 | -
NVIDIA H200             |    9.0 |   132 |  1980 |    - |    4800 | -
NVIDIA GH200 480GB      |    9.0 |   132 |  1980 |    - |    4000 | NVIDIA GH200 120GB
NVIDIA GH200 144G HBM3e |    9.0 |   132 |  1980 |    - |    4900 | -
NVIDIA B200             |   10.0 |   148 |  1965 |    - |    7700 | -
NVIDIA GB200            |   10.0 |     - |     - |    - |    8000 | -
NVIDIA GeForce RTX 5090 |   12.0 |   170 |  2407 |    - |    1792 | -
AMD Instinct MI100      | gfx908 |   120 |  1502 |    - |  1228.8 | Arcturus GL-XL [Instinct MI100], Device 738c
AMD Instinct MI210      | gfx90a |   104 |  1700 |    - |  1638.4 | -
AMD Instinct MI250      | gfx90a |   104 |  1700 |    - |  1638.4 | -
AMD Instinct MI250X     | gfx90a |   110 |  1700 |    - |  1638.4 | -
AMD Instinct MI300X     | gfx942 |   304 |  2100 |    - |  5324.8 | -
AMD Instinct MI325X     | gfx942 |   304 |  2100 |    - |    6000 | -
AMD Instinct MI355X     | gfx950 |   256 |  2400 |    - |    8000 | -
AMD Instinct MI350X     | gfx950 |   256 |  2200 |    - |    8000 | -
AMD Instinct MI300A     | gfx942 |   228 |  2100 |    - |  5324.8 | -
"""

THEORETICAL = """
name                    | issue G/s |      l1 |  shared |      l2 |   dram
Tesla V100-SXM2-16GB    |     489.6 | 15667.2 | 15667.2 |  3133.4 |  898.0
Tesla V100-PCIE-16GB    |     441.6 | 14131.2 | 14131.2 |  2826.2 |  898.0
Tesla V100S-PCIE-32GB   |    511.04 | 16353.3 | 16353.3 |  3270.7 | 1133.6
Tesla T4                |     254.4 |  4070.4 |  4070.4 |       - |  320.1
NVIDIA A100-SXM4-40GB   |    609.12 | 19491.8 | 19491.8 |  7219.2 | 1555.2
NVIDIA A100-SXM4-80GB   |    609.12 | 19491.8 | 19491.8 |  7219.2 | 2039.0
NVIDIA A100-PCIE-40GB   |    609.12 | 19491.8 | 19491.8 |  7219.2 | 1555.2
NVIDIA A100 80GB PCIe   |    609.12 | 19491.8 | 19491.8 |  7219.2 | 1935.4
NVIDIA A30              |    322.56 | 10321.9 | 10321.9 |       - |  933.1
NVIDIA A10              |    488.16 | 15621.1 | 15621.1 |       - |  600.1
NVIDIA A40              |    584.64 | 18708.5 | 18708.5 |       - |  696.1
NVIDIA RTX A6000        |     604.8 | 19353.6 | 19353.6 |       - |  768.1
NVIDIA GeForce RTX 3090 |    555.96 | 17790.7 | 17790.7 |       - |  936.1
NVIDIA L4               |    473.28 | 15145.0 | 15145.0 |       - |  300.0
NVIDIA L40S             |   1431.36 | 45803.5 | 45803.5 |       - |  864.1
NVIDIA GeForce RTX 4090 |   1290.24 | 41287.7 | 41287.7 |       - | 1008.1
NVIDIA H100 PCIe        |    800.28 | 25609.0 | 25609.0 |       - | 2039.0
NVIDIA H100 80GB HBM3   |   1045.44 | 33454.1 | 33454.1 | 10137.6 | 3352.3
NVIDIA H200             |   1045.44 | 33454.1 | 33454.1 |       - | 4916.7
NVIDIA GH200 480GB      |   1045.44 | 33454.1 | 33454.1 |       - | 4022.8
NVIDIA GH200 144G HBM3e |   1045.44 | 33454.1 | 33454.1 |       - |   4900
NVIDIA B200             |   1163.28 |       - |       - |       - | 7672.3
NVIDIA GB200            |         - |       - |       - |       - |   8000
NVIDIA GeForce RTX 5090 |   1636.76 |       - |       - |       - | 1792.1
AMD Instinct MI100      |    180.24 | 11535.4 | 23070.7 |  3076.1 | 1228.8
AMD Instinct MI210      |     176.8 | 11315.2 | 22630.4 |  6963.2 | 1638.4
AMD Instinct MI250      |     176.8 | 11315.2 | 22630.4 |  6963.2 | 1638.4
AMD Instinct MI250X     |     187.0 | 11968.0 | 23936.0 |  6963.2 | 1638.4
AMD Instinct MI300X     |     638.4 | 40857.6 | 81715.2 | 34406.4 | 5324.8
AMD Instinct MI325X     |     638.4 | 40857.6 | 81715.2 | 34406.4 |   6000
AMD Instinct MI355X     |     614.4 | 39321.6 |       - | 39321.6 |   8000
AMD Instinct MI350X     |     563.2 | 36044.8 |       - | 36044.8 |   8000
AMD Instinct MI300A     |     478.8 | 30643.2 | 61286.4 |       - | 5324.8
"""

PEAKS = """
name                    |  fp64 |  fp32 |  fp16 | fp64_tensor | tf32_tensor | fp16_tensor | bf16_tensor | fp8_tensor
Tesla V100-SXM2-16GB    |   7.8 |  15.7 |  31.3 |           - |           - |         125 |           - |          -
Tesla V100-PCIE-16GB    |   7.0 |  14.0 |  28.0 |           - |           - |         112 |           - |          -
Tesla V100S-PCIE-32GB   |   8.2 |  16.4 |  32.7 |           - |           - |         130 |           - |          -
Tesla T4                | 0.254 |   8.1 |  16.3 |           - |           - |          65 |           - |          -
NVIDIA A100-SXM4-40GB   |   9.7 |  19.5 |    78 |        19.5 |         156 |         312 |         312 |          -
NVIDIA A100-SXM4-80GB   |   9.7 |  19.5 |    78 |        19.5 |         156 |         312 |         312 |          -
NVIDIA A100-PCIE-40GB   |   9.7 |  19.5 |    78 |        19.5 |         156 |         312 |         312 |          -
NVIDIA A100 80GB PCIe   |   9.7 |  19.5 |    78 |        19.5 |         156 |         312 |         312 |          -
NVIDIA A30              |   5.2 |  10.3 |  41.3 |        10.3 |          82 |         165 |         165 |          -
NVIDIA A10              | 0.488 |  31.2 |  31.2 |           - |        62.5 |         125 |         125 |          -
NVIDIA A40              | 0.585 |  37.4 |  37.4 |           - |        74.8 |       149.7 |       149.7 |          -
NVIDIA RTX A6000        | 0.605 |  38.7 |  38.7 |           - |        77.4 |       154.8 |       154.8 |          -
NVIDIA GeForce RTX 3090 | 0.556 |  35.6 |  35.6 |           - |        35.6 |        71.2 |        71.2 |          -
NVIDIA L4               | 0.473 |  30.3 |  30.3 |           - |          60 |         121 |         121 |        242
NVIDIA L40S             |  1.43 |  91.6 |  91.6 |           - |         183 |         362 |         362 |        733
NVIDIA GeForce RTX 4090 |  1.29 |  82.6 |  82.6 |           - |        82.6 |       165.2 |       165.2 |      330.3
NVIDIA H100 PCIe        |    26 |    51 |   102 |          51 |         378 |         756 |         756 |       1513
NVIDIA H100 80GB HBM3   |  33.5 |  66.9 | 133.8 |        66.9 |       494.7 |       989.4 |       989.4 |     1978.9
NVIDIA H200             |  33.5 |  66.9 | 133.8 |        66.9 |       494.7 |       989.4 |       989.4 |     1978.9
NVIDIA GH200 480GB      |  33.5 |  66.9 | 133.8 |        66.9 |       494.7 |       989.4 |       989.4 |     1978.9
NVIDIA GH200 144G HBM3e |  33.5 |  66.9 | 133.8 |        66.9 |       494.7 |       989.4 |       989.4 |     1978.9
NVIDIA B200             |    37 |    75 |     - |          37 |        1100 |        2250 |        2250 |       4500
NVIDIA GB200            |    40 |    80 |     - |           - |        1250 |        2500 |        2500 |       5000
NVIDIA GeForce RTX 5090 |  1.64 | 104.8 | 104.8 |           - |       104.8 |       209.5 |       209.5 |          -
AMD Instinct MI100      |  11.5 |  23.1 |     - |           - |           - |       184.6 |        92.3 |          -
AMD Instinct MI210      |  22.6 |  22.6 |     - |        45.3 |           - |         181 |         181 |          -
AMD Instinct MI250      |  22.6 |  22.6 |     - |        45.3 |           - |         181 |         181 |          -
AMD Instinct MI250X     |  23.9 |  23.9 |     - |        47.9 |           - |       191.5 |       191.5 |          -
AMD Instinct MI300X     |  81.7 | 163.4 |     - |       163.4 |       653.7 |      1307.4 |      1307.4 |     2614.9
AMD Instinct MI325X     |  81.7 | 163.4 |     - |       163.4 |       653.7 |      1307.4 |      1307.4 |     2614.9
AMD Instinct MI355X     |  78.6 | 157.3 |     - |        78.6 |           - |      2516.6 |      2516.6 |       5033
AMD Instinct MI350X     |  72.1 | 144.2 |     - |        72.1 |           - |      2306.9 |      2306.9 |       4614
AMD Instinct MI300A     |  61.3 | 122.6 |     - |       122.6 |       490.3 |       980.6 |       980.6 |     1961.2
"""

MEASURED = """
name                    |    l1 | shared |     l2 |  dram
Tesla V100-SXM2-16GB    | 13900 |      - | 2996.8 | 828.8
Tesla V100S-PCIE-32GB   | 12296 |      - |   2233 |     -
NVIDIA A100-SXM4-40GB   | 19200 |      - |   5500 |  1381
NVIDIA A100-SXM4-80GB   | 19300 |      - |   5500 |  1759
NVIDIA A40              |     - |      - |      - |   653
NVIDIA L40S             |     - |      - |      - |   770
NVIDIA GeForce RTX 4090 | 39095 |      - |   4304 |   923
NVIDIA H100 PCIe        | 25200 |      - |   7100 |  1832
NVIDIA H200             |     - |      - |  10300 |  3534
NVIDIA GH200 480GB      |     - |      - |      - |  3705
AMD Instinct MI100      | 10300 |      - |   2700 |  1042
AMD Instinct MI210      | 10600 |      - |   5100 |  1358
AMD Instinct MI250      |  9217 |  20816 |   5019 |  1340
AMD Instinct MI250X     |  9341 |  17835 |   5019 |  1387
AMD Instinct MI300X     | 34191 |  75657 |  26655 |  4224
AMD Instinct MI325X     | 36843 |  76315 |  27882 |  4641
AMD Instinct MI355X     | 38263 |  67368 |  34800 |  6198
AMD Instinct MI350X     | 34983 |  68066 |  31791 |  6200
AMD Instinct MI300A     | 26092 |  57574 |  20343 |  3688
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Golden:
    """One device: cells by column, as typed, without those that are a dash."""

    name: str
    identity: dict[str, str]
    theoretical: dict[str, str]
    peaks: dict[str, str]
    measured: dict[str, str]

    @property
    def reported_names(self) -> tuple[str, ...]:
        """Return the further names."""
        return tuple(self.identity.get("reported names", "").split(", ")) if "reported names" in self.identity else ()


def _rows(table: str) -> dict[str, dict[str, str]]:
    head, *lines = ([cell.strip() for cell in line.split("|")] for line in table.strip().splitlines())
    return {
        line[0]: {column: cell for column, cell in zip(head[1:], line[1:], strict=True) if cell != "-"}
        for line in lines
    }


def _read() -> tuple[Golden, ...]:
    identities, theoretical, peaks, measured = map(_rows, (IDENTITIES, THEORETICAL, PEAKS, MEASURED))
    assert identities.keys() == theoretical.keys() == peaks.keys() >= measured.keys()
    return tuple(
        Golden(
            name=name,
            identity=identity,
            theoretical=theoretical[name],
            peaks=peaks[name],
            measured=measured.get(name, {}),
        )
        for name, identity in identities.items()
    )


GOLDEN = _read()
