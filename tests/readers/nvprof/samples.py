"""Small files of nvprof in each shape, written by the rules of the formats."""

from __future__ import annotations

from tests.readers.samples import GPU, NVPROF_EVENTS, NVPROF_METRICS, NVPROF_TIMES, nvprof_row

TRACE_HEADER = (
    '"Start","Duration","Grid X","Grid Y","Grid Z","Block X","Block Y","Block Z","Registers Per Thread","Static SMem",'
    '"Dynamic SMem","Size","Throughput","SrcMemType","DstMemType","Device","Context","Stream","Name","Correlation_ID"\n'
    "ms,us,,,,,,,,B,KB,MB,GB/s,,,,,,,\n"
)
METRIC_TRACE_HEADER = '"Device","Context","Stream","Kernel","Correlation_ID","gld_transactions","l2_utilization"\n'
SUMMARY = f"""==88== NVPROF is profiling process 88, command: ./build/stencil -n 64
==88== Profiling result:
{NVPROF_TIMES}"GPU activities",60.5,1.500000,12,125.000,110.500,140.250,"stencil<3>(float const *, int)"
"GPU activities",20.0,0.600000,2,300.000,290.000,310.000,"[CUDA memcpy HtoD]"
"GPU activities",10.0,0.010000,1,10.000,10.000,10.000,"[CUDA memset]"
"API calls",50.0,8.000000,12,666.000,600.000,700.000,"cudaLaunchKernel"
"OpenACC (excl)",50.0,0.200000,3,66.000,60.000,70.000,"acc_enqueue_launch@main.c:12"

==88== Unified Memory profiling result:
"Device","Count","Avg Size","Min Size","Max Size","Total Size","Total Time",""
"{GPU}",31,28.500KB,4.000KB,64.000KB,883.500KB,0.118000,"Host To Device"
Total CPU Page faults: 49
"""
TRACE = f"""==88== Profiling result:
{TRACE_HEADER}{"10.5,2.25,40,2,1,96,1,1,18,0,0.5,,,,,"}"{GPU}","1","7","scale(float*, int)",101
10.6,1.5,,,,,,,,,,0.25,12.5,"Pageable","Device","{GPU}","1","7","[CUDA memcpy HtoD]",102
10.7,,,,,,,,,,,,,,,,,,"[Unified Memory CPU page faults]",
10.8,2.75,40,2,1,96,1,1,18,0,0.5,,,,,"{GPU}","1","7","scale(float*, int)",103
10.9,3.5,8,1,1,128,1,1,22,0,0,,,,,"{GPU}","1","7","void sum<float, 4>(float*)",104
"""
METRIC_TRACE = f"""==88== Metric result:
{METRIC_TRACE_HEADER}"{GPU}","1","7","scale(float*, int)",101,4096,Low (2)
"{GPU}","1","7","scale(float*, int)",103,5120,Low (1)
"{GPU}","1","7","void sum<float, 4>(float*)",104,96,Idle (0)
"""
COUNTERS = (
    "==88== Event result:\n"
    + NVPROF_EVENTS
    + nvprof_row("k(a, b)", "e", 1, 10, 123, 1107, events=True)
    + "\n==88== Metric result:\n"
    + NVPROF_METRICS
    + "".join(nvprof_row("k(a, b)", name, 11, 13, 12) for name in ("m", "n"))
)
API_TRACE = '==88== Profiling result:\n"Start","Duration","Name","Correlation_ID"\nms,us,,\n1.5,2.5,"cudaMalloc",7\n'
SHAPES = {
    "summary": SUMMARY,
    "trace": TRACE,
    "metrics of each launch": METRIC_TRACE,
    "events and metrics": COUNTERS,
    "all in one": SUMMARY + TRACE + METRIC_TRACE + COUNTERS + API_TRACE,
}
